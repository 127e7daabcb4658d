// The frame of every page: the bar, who you are, where you can go.

import type { ComponentType } from "preact";
import { money } from "./format";
import { Mark } from "./parts/icons";
import { Keys } from "./parts/keys";
import { Framed, Groups, Pages } from "./parts/navigation";
import { Button, lazy } from "./parts/pieces";
import { Settings } from "./parts/settings";
import { Empty } from "./parts/states";
import { say } from "./parts/words";
import { isAt } from "./places";
import { place } from "./router";
import { session } from "./session";

type Loads = () => Promise<{ default: ComponentType<{ game: string }> }>;

/** Every page of the house by its address; what comes after it names a game. */
const PAGES: [address: string, load: Loads][] = [
  ["/handbook", () => import("./pages/handbook")],
  ["/adjudicator", () => import("./pages/adjudicator")],
  ["/sheets", () => import("./pages/sheets")],
  ["/design", () => import("./pages/design")],
  ["/strategy", () => import("./pages/strategy")],
  ["/calculator", () => import("./pages/calculator")],
  ["/simulate", () => import("./pages/simulate")],
  ["/prints", () => import("./pages/prints")],
  ["/replay", () => import("./pages/replay")],
  ["/quiz", () => import("./pages/quiz")],
  ["/demo", () => import("./pages/demo")],
];
/** Those for staff and devices, which have a bar of their own or none. */
const BACK: [address: string, load: Loads][] = [
  ["/runbooks", () => import("./pages/runbooks")],
  ["/login", () => import("./pages/login")],
  ["/people", () => import("./pages/people")],
  ["/passkeys", () => import("./pages/passkeys")],
  ["/devices", () => import("./pages/devices")],
  ["/pair", () => import("./pages/pair")],
  ["/enroll", () => import("./pages/enroll")],
];
const loaded = (pages: [string, Loads][]) => pages.map(([address, load]) => [address, lazy(load)] as const);
const HOUSE = loaded(PAGES);
const STAFF = loaded(BACK);

const Lobby = lazy(() => import("./pages/lobby"));
const Display = lazy(() => import("./pages/display"));
const Table = lazy(() => import("./pages/table"));
const Pit = lazy(() => import("./pages/pit"));
const Prize = lazy(() => import("./pages/prize"));
const Office = lazy(() => import("./pages/office"));

function Page() {
  const { path } = place.value;
  if (path === "/" || path === "/tables") return <Lobby />;
  if (path.startsWith("/tables/")) return <Table key={path} id={path.slice("/tables/".length)} />;
  const [address = "", Found] = HOUSE.find(([each]) => isAt(path, each)) ?? [];
  if (Found) return <Found key={address} game={path.slice(address.length + 1)} />;
  return (
    <main class="house">
      <h1 tabIndex={-1}>Nothing is here</h1>
      <Empty title="There is no page at this address" action={<Button kind="primary" to="/" words="Back to the lobby" />} />
    </main>
  );
}

/** A page for staff or a device; null for a page of the house. */
function backPage(path: string) {
  const prize = /^\/pit\/([^/]+)\/awards\/(\d+)$/.exec(path);
  if (prize) return <Prize table={prize[1] ?? ""} award={Number(prize[2])} />;
  if (isAt(path, "/pit")) return <Pit key={path} table={path.slice("/pit/".length)} />;
  if (isAt(path, "/office")) return <Office section={path.slice("/office/".length)} />;
  const [, Found] = STAFF.find(([each]) => isAt(path, each)) ?? [];
  return Found ? <Found game="" /> : null;
}

export function Shell() {
  const { path } = place.value;
  const who = session.value;
  // A wall screen has no bar: nobody is there to use it.
  if (path.startsWith("/displays/")) return <Display key={path} table={path.slice("/displays/".length)} />;
  const back = backPage(path);
  const bar = (
    <>
      <a class="brand" href="/">{say`${<Mark />} Croupier`}</a>
      <Groups />
      <div class="end">
        <span class="badge hide-t">Play chips only</span>
        {who && <span class="wallet">{say`${<b>{money(who.cents)}</b>}${<span class="words"> play chips</span>}`}</span>}
        <Settings name={who?.name ?? "Guest"} />
      </div>
    </>
  );
  return (
    <>
      {back ?? <Framed bar={bar} below={<Pages />} children={<Page />} />}
      <Keys />
    </>
  );
}
