// Displays and sensors: whoever enters the code shown on a device names its table.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Problem, useAsked } from "../api";
import type { DeviceRecord, DevicesRecord } from "../api-types";
import { Back, isOne } from "../back/frame";
import { isGiven, NOBODY, PersonFields } from "../back/people";
import type { Member } from "../back/view";
import { Empty, FieldError, Notice, Trouble, Waiting } from "../parts/states";
import { change, type Credentials, spent, staff } from "../staff";
import { useTitle } from "./handbook";

type Device = DeviceRecord;
type Told = DevicesRecord;

export default function Devices() {
  useTitle("Displays and sensors");
  return <Back title="Office"><All /></Back>;
}

function All() {
  const asked = useAsked<Told>(staff.value ? "/devices" : null);
  const people = useAsked<{ people: { id: string; name: string; roles: Record<string, string> }[] }>(staff.value && isOne("supervisor", "operator") ? "/staff/people" : null);
  const form = useSignal({ code: "", table: "", kind: "display", link: "" });
  const second = useSignal<Credentials>(NOBODY);
  const wrong = useSignal<Problem | null>(null);
  const done = useSignal("");
  const leaving = useSignal<Device | null>(null);
  if (asked.problem && !asked.value) return <main class="house"><h1 tabIndex={-1}>Displays and sensors</h1><Trouble problem={asked.problem} again={asked.again} /></main>;
  if (!asked.value) return <main class="house"><Waiting /></main>;
  const may = isOne("operator", "supervisor");
  const supervisors: Member[] = (people.value?.people ?? []).filter((each) => each.id !== staff.value?.person && Object.values(each.roles).includes("supervisor")).map((each) => ({ id: each.id, name: each.name, role: "supervisor" }));
  // A sensor sees the wagers of one jackpot. A display shows all of its table.
  const of = asked.value.jackpots[form.value.table] ?? [];
  const set = (part: Partial<typeof form.value>) => { form.value = { ...form.value, ...part }; wrong.value = null; };
  const tell = (problem: unknown) => { wrong.value = problem instanceof Problem ? problem : new Problem(0, "", "The house cannot be reached."); };
  const confirm = async (event: Event) => {
    event.preventDefault();
    try {
      const made = await change<{ kind: string; table: string }>("/devices", { code: form.value.code, table: form.value.table, ...(form.value.kind === "sensor" ? { second: second.value, ...(of.length > 1 ? { link: form.value.link } : {}) } : {}) });
      done.value = `The ${made.kind} is paired with ${made.table}.`;
      form.value = { ...form.value, code: "" };
      second.value = NOBODY;
      asked.again();
    } catch (problem) {
      tell(problem);
      second.value = spent(second.value);
    }
  };
  const gone = (device: Device) => { done.value = `The ${device.kind} of ${device.table} is unpaired.`; leaving.value = null; asked.again(); };
  const unpair = async (device: Device) => {
    if (device.kind === "sensor") { leaving.value = device; return; }
    try { await change(`/devices/${device.id}`, undefined, "DELETE"); gone(device); } catch (problem) { tell(problem); }
  };
  return (
    <main class="house two">
      <div>
        <h1 tabIndex={-1}>Displays and sensors</h1>
        <div class="panel scroll" tabIndex={0} role="region" aria-label="Paired devices">
          {asked.value.devices.length === 0 ? <Empty title="Nothing is paired">Open /pair on a wall screen, and confirm the code it shows.</Empty> : <table>
            <thead><tr><th scope="col">Kind</th><th scope="col">Table</th><th scope="col">Jackpot</th><th scope="col">Supervisor</th><th scope="col">Since</th><th scope="col">State</th></tr></thead>
            <tbody>{asked.value.devices.map((each) => (
              <tr key={each.id}><td>{each.kind}</td><td><b>{each.table}</b></td><td class="mono">{each.link}</td><td>{each.name}</td><td>{new Date(each.at).toLocaleString("en-US")}</td>
                <td><span class="row">{each.kind === "sensor" ? (each.silent ? <span class="tag lose">Silent</span> : <span class="tag win">Speaks</span>) : null}{may && <button class="btn small" aria-label={`Unpair the ${each.kind} of ${each.table}`} onClick={() => void unpair(each)}>Unpair</button>}</span></td></tr>
            ))}</tbody>
          </table>}
        </div>
      </div>
      {may && <form class="panel pad stack" onSubmit={(event) => void confirm(event)} aria-label="Confirm a code">
        <h2>Confirm a code</h2>
        <p class="soft small">{asked.value.waiting.length ? `${asked.value.waiting.length} device${asked.value.waiting.length > 1 ? "s wait" : " waits"}: ${asked.value.waiting.map((each) => `${each.kind} at ${each.where}`).join(", ")}` : "No device is showing a code."}</p>
        <label class="field"><span class="label">The code on the device</span><input class={wrong.value ? "input bad mono" : "input mono"} required maxLength={9} autocomplete="off" autocapitalize="characters" value={form.value.code} aria-describedby={wrong.value ? "pair-error" : undefined} onInput={(event) => set({ code: event.currentTarget.value })} /></label>
        <label class="field"><span class="label">It is a</span><select class="input" value={form.value.kind} onChange={(event) => set({ kind: event.currentTarget.value })}><option value="display">display</option><option value="sensor">sensor</option></select></label>
        <label class="field"><span class="label">Table</span><select class="input" required value={form.value.table} onChange={(event) => set({ table: event.currentTarget.value, link: "" })}><option value="">Choose</option>{asked.value.tables.map((each) => <option key={each} value={each}>{each}</option>)}</select></label>
        {form.value.kind === "sensor" && of.length > 1 && <label class="field"><span class="label">Jackpot whose wagers it sees</span><select class="input" required value={form.value.link} onChange={(event) => set({ link: event.currentTarget.value })}><option value="">Choose</option>{of.map((each) => <option key={each} value={each}>{each}</option>)}</select></label>}
        {form.value.kind === "sensor" && <PersonFields legend="The supervisor in whose name it reports" id="behind" people={supervisors} value={second.value} set={(value) => { second.value = value; }} />}
        {wrong.value && <FieldError id="pair-error">{wrong.value.message}{wrong.value.hint ? `. ${wrong.value.hint}` : ""}</FieldError>}
        {done.value && <Notice kind="good">{done.value}</Notice>}
        <button class="btn primary" type="submit" disabled={form.value.kind === "sensor" && !isGiven(second.value)}>Pair it</button>
      </form>}
      {leaving.value && <Unpair device={leaving.value} supervisors={supervisors} gone={gone} close={() => { leaving.value = null; }} />}
    </main>
  );
}

/** What a sensor sees becomes wagers, so a supervisor signs when it is unpaired, as when it was paired. */
function Unpair({ device, supervisors, gone, close }: { device: Device; supervisors: Member[]; gone: (device: Device) => void; close: () => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const second = useSignal<Credentials>(NOBODY);
  const wrong = useSignal("");
  useEffect(() => { box.current?.showModal(); }, []);
  const send = async (event: Event) => {
    event.preventDefault();
    try { await change(`/devices/${device.id}`, { second: second.value }, "DELETE"); gone(device); } catch (problem) {
      wrong.value = problem instanceof Problem ? problem.message : "The house cannot be reached.";
      second.value = spent(second.value);
    }
  };
  return (
    <dialog ref={box} class="wide-dialog" aria-labelledby="unpair-title" onClose={close}>
      <form onSubmit={(event) => void send(event)}>
        <div><h2 id="unpair-title">Unpair the sensor of {device.table}</h2><p class="soft small">From now on the lamps of {device.table} are set by hand. A supervisor of {device.link} signs.</p></div>
        <PersonFields legend="Supervisor" id="unpair" people={supervisors} value={second.value} set={(value) => { second.value = value; wrong.value = ""; }} bad={!!wrong.value} />
        {wrong.value && <FieldError id="unpair-error">{wrong.value}</FieldError>}
        <div class="row"><button class="btn danger" type="submit" disabled={!isGiven(second.value)}>Unpair</button><button class="btn" type="button" onClick={() => box.current?.close()}>Cancel</button></div>
      </form>
    </dialog>
  );
}
