// The frame of every page: the bar, who you are, where you can go.
import { lazy } from "./lazy";
import { money } from "./format";
import { place } from "./router";
import { session } from "./session";
import { isAt } from "./places";
import { Mark } from "./parts/icons";
import { Keys } from "./parts/keys";
import { Groups, MenuButton, Pages } from "./parts/navigation";
import { Settings } from "./parts/settings";
import { Empty, Offline } from "./parts/states";

const Lobby = lazy(() => import("./pages/lobby"));
const Handbook = lazy(() => import("./pages/handbook"));
const Adjudicator = lazy(() => import("./pages/adjudicator"));
const Sheets = lazy(() => import("./pages/sheets"));
const Design = lazy(() => import("./pages/design"));
const QuizPage = lazy(() => import("./pages/quiz"));
const Demo = lazy(() => import("./pages/demo"));
const Display = lazy(() => import("./pages/display"));
const Table = lazy(() => import("./pages/table"));
const Login = lazy(() => import("./pages/login"));
const Pit = lazy(() => import("./pages/pit"));
const Prize = lazy(() => import("./pages/prize"));
const People = lazy(() => import("./pages/people"));
const Passkeys = lazy(() => import("./pages/passkeys"));
const Devices = lazy(() => import("./pages/devices"));
const Pair = lazy(() => import("./pages/pair"));
const Runbooks = lazy(() => import("./pages/runbooks"));
const Office = lazy(() => import("./pages/office"));
const Enroll = lazy(() => import("./pages/enroll"));

function Page() {
  const { path } = place.value;
  if (path === "/" || path === "/tables") return <Lobby />;
  if (path.startsWith("/tables/")) return <Table key={path} id={path.slice("/tables/".length)} />;
  if (isAt(path, "/adjudicator")) return <Adjudicator />;
  if (isAt(path, "/sheets")) return <Sheets game={path.slice("/sheets/".length)} />;
  if (isAt(path, "/design")) return <Design game={path.slice("/design/".length)} />;
  if (path === "/demo") return <Demo />;
  if (isAt(path, "/quiz")) return <QuizPage />;
  if (isAt(path, "/handbook")) return <Handbook game={path.slice("/handbook/".length)} />;
  return (
    <main class="house">
      <h1 tabIndex={-1}>Nothing is here</h1>
      <Empty title="There is no page at this address" action={<a class="btn primary" href="/">Back to the lobby</a>} />
    </main>
  );
}

/** Pages for staff and devices, which have a bar of their own or none; null for a page of the house. */
function BackPage() {
  const { path } = place.value;
  const prize = /^\/pit\/([^/]+)\/awards\/(\d+)$/.exec(path);
  if (prize) return <Prize table={prize[1] ?? ""} award={Number(prize[2])} />;
  if (isAt(path, "/pit")) return <Pit key={path} table={path.slice("/pit/".length)} />;
  if (isAt(path, "/office")) return <Office section={path.slice("/office/".length)} />;
  if (path === "/runbooks") return <Runbooks />;
  if (path === "/login") return <Login />;
  if (path === "/people") return <People />;
  if (path === "/passkeys") return <Passkeys />;
  if (path === "/devices") return <Devices />;
  if (path === "/pair") return <Pair />;
  if (path === "/enroll") return <Enroll />;
  return null;
}

const BACK = ["/pit", "/office", "/runbooks", "/login", "/people", "/passkeys", "/devices", "/pair", "/enroll"];

export function Shell() {
  const { path } = place.value;
  const who = session.value;
  // A wall screen has no bar: nobody is there to use it.
  if (path.startsWith("/displays/")) return <Display key={path} table={path.slice("/displays/".length)} />;
  if (BACK.some((each) => isAt(path, each))) return <><BackPage /><Keys /></>;
  return (
    <>
      <a class="skip" href="#content">Skip to the page</a>
      <header class="bar">
        <MenuButton />
        <a class="brand" href="/"><Mark /> Croupier</a>
        <Groups />
        <div class="end">
          <span class="badge hide-t">Play chips only</span>
          {who && <span class="wallet"><b>{money(who.cents)}</b><span class="words"> play chips</span></span>}
          <Settings />
        </div>
      </header>
      <Pages />
      <Offline />
      <div id="content" tabIndex={-1}>
        <Page />
      </div>
      <Keys />
    </>
  );
}
