// How a page looks while there is nothing, while it waits, and when something went wrong.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { inWords, Problem, reachable } from "../api";
import { capital } from "../format";
import { IconCross, IconInfo, IconWarn } from "./icons";
import { Button } from "./pieces";
import { bold, say } from "./words";

export const Empty = ({ title, children, action }: { title: string; children?: ComponentChildren; action?: ComponentChildren }) => (
  <div class="empty">
    <svg width="44" height="32" viewBox="0 0 44 32" aria-hidden="true">
      <rect x="1" y="1" width="20" height="28" rx="2" class="dashed" />
      <rect x="23" y="1" width="20" height="28" rx="2" class="dashed" />
    </svg>
    <p class="h3">{title}</p>
    {children && <p class="soft">{children}</p>}
    {action}
  </div>
);

/** A still frame whose place is kept from the start, but which is seen only after 300 ms: most answers are sooner. */
export function Waiting({ rows = 4 }: { rows?: number }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class={late ? "waiting" : "waiting early"} role="status">
      <span class="sr">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        <p key={row} aria-hidden="true">
          <i class={`w${(row % 3) + 1}`} />
        </p>
      ))}
    </div>
  );
}

/** From an alert to its part of the runbooks. */
export const WhatToDo = ({ runbook }: { runbook: string }) => <a href={`/runbooks#${runbook}`}>What to do</a>;

type Told = { kind?: "info" | "warn" | "bad" | "good"; title?: string; runbook?: string; children?: ComponentChildren };

export function Notice({ kind = "info", title, runbook, children }: Told) {
  const Icon = kind === "bad" ? IconCross : kind === "warn" ? IconWarn : IconInfo;
  return (
    <div class={`notice ${kind === "info" ? "" : kind}`} role={kind === "bad" ? "alert" : "note"}>
      <Icon />
      <p>
        {title && <b>{title} </b>}
        {children}
        {runbook && say` ${<WhatToDo runbook={runbook} />}`}
      </p>
    </div>
  );
}

/** What was refused or failed, in the house's words, with a way on. */
export function Trouble({ problem, again }: { problem: Error; again?: () => void }) {
  const known = problem instanceof Problem;
  const ours = known && problem.status >= 500 && problem.code === "failed";
  return (
    <div class="trouble" role="alert">
      <h2>{ours ? "Something went wrong here, not with you" : known ? "That cannot be shown" : "The house cannot be reached"}</h2>
      <p class="soft">{known ? inWords(problem) : "It may be starting again. This page keeps trying."}</p>
      {known && (
        <p class="mono soft">{say`${problem.status} · ${problem.code}${problem.requestId ? ` · request ${problem.requestId}` : ""}`}</p>
      )}
      <p class="row">
        {again && <Button kind="primary" press={again} words="Try again" />}
        <Button to="/" words="Back to the lobby" />
      </p>
    </div>
  );
}

/** Why a figure is not here, in the words of the library; what is already shown stays. */
export function Refused({ problem, hint }: { problem: Error; hint?: ComponentChildren }) {
  const known = problem instanceof Problem ? problem : undefined;
  return (
    <Notice
      kind={known && known.status < 500 ? "warn" : "bad"}
      title={known ? `${capital(known.message)}.` : "The house cannot be reached."}>
      {hint ?? (known?.hint ? capital(known.hint) : "")}
    </Notice>
  );
}

/** A strip under the bar while the house cannot be reached; what is shown stays readable. */
export function Offline() {
  if (reachable.value) return null;
  return (
    <p class="offline" role="status">
      <IconWarn /> <span>{say`${bold("No connection.")} Your wagers stand and the clock is the server's. Trying again.`}</span>
    </p>
  );
}

export const FieldError = ({ id, children }: { id: string; children: ComponentChildren }) => (
  <p class="error" id={id} role="alert">
    <IconCross />
    <span>{children}</span>
  </p>
);
