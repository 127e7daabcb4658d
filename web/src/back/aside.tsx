// Beside the table: requests that wait for a second person, alerts that stay until somebody has seen them, earlier
// rounds.

import { useSignal } from "@preact/signals";
import type { AskRecord as Ask, Credentials, KeptAward, PitView } from "../api-types";
import { IconInfo, IconWarn } from "../parts/icons";
import { Button, bound, Ends, Rows } from "../parts/pieces";
import { WhatToDo } from "../parts/states";
import { say, softly } from "../parts/words";
import { post, staff } from "../staff";
import type { Act } from "./deciding";
import { isGiven, NOBODY, PersonFields } from "./people";
import { clock, minutes, sum } from "./view";

export function Asks({ view, act }: { view: PitView; act: Act }) {
  if (!view.asks.length || !view.standing.may_act) return null;
  return (
    <section>
      <h3>Waiting for a second person</h3>
      {view.asks.map((each) => (
        <Waits key={each.ask} view={view} ask={each} act={act} />
      ))}
    </section>
  );
}

function Waits({ view, ask, act }: { view: PitView; ask: Ask; act: Act }) {
  const given = useSignal<Credentials>(NOBODY);
  const me = staff.value;
  const isMine = me?.roles[view.link.id] === "supervisor" && me.person !== ask.by;
  const people = view.people.filter((each) => each.role === "supervisor" && each.id !== ask.by && each.id !== me?.person);
  const mayDecline = me?.person === ask.by || me?.roles[view.link.id] === "supervisor";
  return (
    <div class="alert">
      <IconWarn />
      <span>
        <b>{ask.words}</b>
        <br />
        {softly(`asked by ${ask.name}${ask.reason ? `: ${ask.reason}` : ""}`)}
      </span>
      <span />
      <div class="all">
        {!isMine && <PersonFields legend="Supervisor" id={`ask-${ask.ask}`} people={people} {...bound(given)} />}
        <div class="row">
          <Button
            kind="small"
            disabled={!isMine && !isGiven(given.value)}
            press={() => act(() => post(view.link.id, { do: "grant", ask: ask.ask }, isMine ? {} : { by: given.value }))}
            words="Grant"
          />
          <Button
            kind="small"
            disabled={!mayDecline}
            title={mayDecline ? undefined : `${ask.name} asked for it: only they or a supervisor may decline it`}
            press={() => act(() => post(view.link.id, { do: "decline", ask: ask.ask, reason: "declined at the table" }))}
            words="Decline"
          />
        </div>
      </div>
    </div>
  );
}

export function AlertList({ view, seen }: { view: PitView; seen: (alert: string) => void }) {
  const may = view.people.length > 0 && staff.value?.roles[view.link.id] !== "auditor";
  return (
    <section>
      <Ends
        left={<h3>Alerts</h3>}
        right={<span class="label">{view.alerts.length ? `${view.alerts.length} not acknowledged` : ""}</span>}
      />
      {view.alerts.length === 0 && <p class="soft small">None. New alerts stay here until someone has seen them.</p>}
      <div role="log" aria-label="Alerts">
        {view.alerts.map((each) => (
          <div key={each.id} class={each.severity === "info" ? "alert info" : "alert"}>
            {each.severity === "info" ? <IconInfo /> : <IconWarn />}
            <span>
              <b>{each.title}</b>
              <br />
              <span class="soft">
                {clock(each.at ?? 0)}, {each.detail}
                {each.runbook && say`. ${<WhatToDo runbook={each.runbook} />}`}
              </span>
            </span>
            {may && <Button kind="small" aria-label={`Seen: ${each.title}`} press={() => seen(each.id)} words="Seen" />}
          </div>
        ))}
      </div>
    </section>
  );
}

type Waiting = { title: string; of: { its: Pick<PitView, "link">; award: KeptAward; whose: string; show: object }[] };

/** Awards that are not paid yet, each with a button or a link that shows it. */
export const Unpaid = ({ title, of }: Waiting) =>
  of.length > 0 && (
    <section>
      <h3>{title}</h3>
      {of.map(({ its, award: { no, seat, cents, status }, whose, show }) => (
        <Ends
          key={whose + no}
          kind="small"
          left={`${whose && `${whose}: `}${no}, seat ${seat || "of the dealer"}, ${sum(its, cents)}: ${status === "pending" ? "pending" : "to be paid"}`}
          right={<Button kind="small" aria-label={`Show award ${no}${whose && ` of ${whose}`}`} words="Show" {...show} />}
        />
      ))}
    </section>
  );

/** Awards of the table's other jackpots, which have consoles of their own. */
export const AwardsBeside = ({ view }: { view: PitView }) => (
  <Unpaid
    title="Awards of the other jackpot"
    of={view.beside.flatMap((its) => {
      const show = { to: `/pit/${encodeURIComponent(view.table.id)}?link=${encodeURIComponent(its.link.id)}` };
      return its.awards.map((award) => ({ its, award, whose: its.link.title, show }));
    })}
  />
);

export function RoundsBefore({ view, correct }: { view: PitView; correct: ((round: number) => void) | undefined }) {
  return (
    <section>
      <Ends left={<h3>Rounds before</h3>} right={<span class="label">at this table</span>} />
      {view.before.length === 0 ? (
        <p class="soft small">None yet.</p>
      ) : (
        <Rows
          kind="rr"
          of={view.before.slice(0, 6)}
          id={(each) => each.round}
          columns={[
            ["", (each) => each.round, "num muted"],
            ["", (each) => minutes(each.at)],
            ["", (each) => each.what],
            ["", (each) => (each.cents ? sum(view, each.cents) : `${each.wagers} wager${each.wagers === 1 ? "" : "s"}`), "num"],
          ]}
        />
      )}
      {correct && view.before.some((each) => !each.void) && (
        <p class="small">
          <Button kind="link" press={() => correct(view.before.find((each) => !each.void)?.round ?? 0)} words="Correct a round" />
        </p>
      )}
    </section>
  );
}
