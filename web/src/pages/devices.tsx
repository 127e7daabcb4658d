// Displays and sensors: whoever enters the code shown on a device names its table.

import { useSignal } from "@preact/signals";
import { useAsked } from "../api";
import type { Credentials, DeviceRecord, DevicesRecord, StaffPeople } from "../api-types";
import { Asking, supervisorsOf } from "../back/asking";
import { isOne, staffPage } from "../back/frame";
import { isGiven, NOBODY, PersonFields } from "../back/people";
import { when } from "../back/view";
import { Button, bound, Field, Form, Listed, Pending, part, Tag, useSending } from "../parts/pieces";
import { Notice } from "../parts/states";
import { change, spent, staff } from "../staff";

export default staffPage("Displays and sensors", "Office", All);

const CHOOSE = ["", "Choose"] as const;

function All() {
  const asked = useAsked<DevicesRecord>(staff.value ? "/devices" : null);
  const may = isOne("operator", "supervisor");
  const people = useAsked<StaffPeople>(staff.value && may ? "/staff/people" : null);
  const form = useSignal({ code: "", table: "", kind: "display", link: "" });
  const second = useSignal<Credentials>(NOBODY);
  const { wrong, send } = useSending();
  const done = useSignal("");
  const leaving = useSignal<DeviceRecord | null>(null);
  if (!asked.value) return <Pending asked={asked} heading="Displays and sensors" />;
  const { devices, waiting, tables, jackpots } = asked.value;
  const supervisors = supervisorsOf(people.value?.people ?? [], (roles) => Object.values(roles).includes("supervisor"));
  const { code, table, kind, link } = form.value;
  // A sensor sees the wagers of one jackpot. A display shows all of its table.
  const of = jackpots[table] ?? [];
  const isSensor = kind === "sensor";
  const confirm = () =>
    send(async () => {
      const signed = isSensor ? { second: second.value, ...(of.length > 1 ? { link } : {}) } : {};
      second.value = spent(second.value);
      const made = await change<{ kind: string; table: string }>("/devices", { code, table, ...signed });
      done.value = `The ${made.kind} is paired with ${made.table}.`;
      form.value = { ...form.value, code: "" };
      second.value = NOBODY;
      asked.again();
    });
  const gone = (device: DeviceRecord) => {
    done.value = `The ${device.kind} of ${device.table} is unpaired.`;
    asked.again();
  };
  const unpair = (device: DeviceRecord) => {
    if (device.kind === "sensor") leaving.value = device;
    else void send(() => change(`/devices/${device.id}`, undefined, "DELETE").then(() => gone(device)));
  };
  const stands = (each: DeviceRecord) => (
    <span class="row">
      {each.kind === "sensor" && <Tag kind={each.silent ? "lose" : "win"} words={each.silent ? "Silent" : "Speaks"} />}
      {may && <Button kind="small" aria-label={`Unpair the ${each.kind} of ${each.table}`} press={() => unpair(each)} words="Unpair" />}
    </span>
  );
  const from = leaving.value;
  const where = waiting.map((each) => `${each.kind} at ${each.where}`).join(", ");
  const shown = `${waiting.length} device${waiting.length > 1 ? "s wait" : " waits"}: ${where}`;
  return (
    <main class="house two">
      <div>
        <h1 tabIndex={-1}>Displays and sensors</h1>
        <Listed
          name="Paired devices"
          of={devices}
          id={(each) => each.id}
          empty="Nothing is paired"
          why="Open /pair on a wall screen, and confirm the code it shows."
          columns={[
            ["Kind", (each) => each.kind],
            ["Table", (each) => <b>{each.table}</b>],
            ["Jackpot", (each) => each.link, "mono"],
            ["Supervisor", (each) => each.name],
            ["Since", (each) => when(each.at)],
            ["State", stands],
          ]}
        />
      </div>
      {may && (
        <Form class="panel pad stack" send={confirm} aria-label="Confirm a code">
          <h2>Confirm a code</h2>
          <p class="soft small">{waiting.length ? shown : "No device is showing a code."}</p>
          <Field
            title="The code on the device"
            mono
            required
            maxLength={9}
            autocapitalize="characters"
            {...part(form, "code")}
            error={wrong.value}
          />
          <Field title="It is a" {...part(form, "kind")} options={["display", "sensor"]} />
          <Field
            title="Table"
            required
            value={table}
            set={(value) => (form.value = { ...form.value, table: value, link: "" })}
            options={[CHOOSE, ...tables]}
          />
          {isSensor && of.length > 1 && (
            <Field title="Jackpot whose wagers it sees" required {...part(form, "link")} options={[CHOOSE, ...of]} />
          )}
          {isSensor && (
            <PersonFields legend="The supervisor in whose name it reports" id="behind" people={supervisors} {...bound(second)} />
          )}
          {done.value && <Notice kind="good">{done.value}</Notice>}
          <Button kind="primary" submit disabled={isSensor && !isGiven(second.value)} words="Pair it" />
        </Form>
      )}
      {/* What a sensor sees becomes wagers, so a supervisor signs when it is unpaired, as when it was paired. */}
      {from && (
        <Asking
          title={`Unpair the sensor of ${from.table}`}
          words={`From now on the lamps of ${from.table} are set by hand. A supervisor of its jackpot signs.`}
          button="Unpair"
          danger
          fields={[]}
          signers={[{ as: "second", legend: "Supervisor", people: supervisors }]}
          send={(_, signed) => change(`/devices/${from.id}`, signed, "DELETE").then(() => from)}
          close={(device) => {
            leaving.value = null;
            if (device) gone(device);
          }}
        />
      )}
    </main>
  );
}
