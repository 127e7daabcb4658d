// The frame of every page for staff: its own bar, the notice that this is not approved equipment, and the way to sign
// in.

import type { ComponentChildren, ComponentType } from "preact";
import { Mark } from "../parts/icons";
import { Framed, Menu } from "../parts/navigation";
import { Button, Loading } from "../parts/pieces";
import { Settings, settingsOpen } from "../parts/settings";
import { Empty } from "../parts/states";
import { say } from "../parts/words";
import { isAt, listed } from "../places";
import { place, useTitle } from "../router";
import { hasBook, signOut, staff } from "../staff";

const PLACES = [
  ["Pit", "/pit", "tables and awards", ["dealer", "supervisor", "operator", "accounting", "auditor"]],
  ["Office", "/office", "jackpots and records", ["supervisor", "operator", "accounting", "auditor"]],
  ["Displays and sensors", "/devices", "what is paired", ["operator", "supervisor", "auditor"]],
  ["People", "/people", "roles and log-ins", ["supervisor", "operator", "accounting", "auditor"]],
] as const;

/** Whether somebody has one of these roles on any link. */
export const isOne = (...roles: readonly string[]): boolean => Object.values(staff.value?.roles ?? {}).some((role) => roles.includes(role));

/** A page for staff: its title, the part of the house in its bar, and what is shown to whoever is signed in. */
export const staffPage = (title: string, bar: string, Page: ComponentType) =>
  function StaffPage() {
    useTitle(title);
    return (
      <Back title={bar}>
        <Page />
      </Back>
    );
  };

const leave = () => {
  settingsOpen.value = false;
  return signOut();
};

type Barred = { title: string; head?: ComponentChildren; end?: ComponentChildren; children: ComponentChildren };

export function Back({ title, head, end, children }: Barred) {
  const who = staff.value;
  const { path } = place.value;
  const theirs = listed(PLACES.filter(([, , , roles]) => isOne(...roles)).map(([name, address, words]) => [name, address, words]));
  const own = who
    ? listed([
        ["Your passkeys", "/passkeys", "in place of a code"],
        ["Runbooks", "/runbooks", "what to do about an alert"],
      ])
    : [];
  const bar = (
    <>
      <a class="brand" href="/pit" title="All tables">{say`${<Mark />} ${title}`}</a>
      {head ?? (
        <nav aria-label="Back office">
          {theirs.map(({ name, address }) => (
            <a key={address} href={address} aria-current={isAt(path, address) ? "page" : undefined} children={name} />
          ))}
        </nav>
      )}
      <span class="badge not-approved">Not approved equipment</span>
      <div class="end">{end}</div>
      <Settings name={who?.name}>
        {who && <Button to="/passkeys" words="Your passkeys" />}
        {who && <Button press={leave} words="Sign out" />}
      </Settings>
    </>
  );
  return (
    <Framed look="bar back-bar" bar={bar} below={<Menu of={[{ name: "Staff", places: [...theirs, ...own] }]} />}>
      {who === undefined ? <Loading /> : who === null ? <Door /> : children}
    </Framed>
  );
}

function Door() {
  const here = place.value.path;
  return (
    <main class="house">
      <h1 tabIndex={-1}>{hasBook.value ? "Sign in first" : "No jackpot book is open"}</h1>
      {hasBook.value ? (
        <Empty
          title="This page is for staff"
          action={<Button kind="primary" to={`/login?next=${encodeURIComponent(here)}`} words="Sign in" />}
        />
      ) : (
        <Empty title="This house runs no jackpot book" action={<Button to="/" words="Back to the lobby" />}>
          Open one with croupier serve --book FILE.
        </Empty>
      )}
    </main>
  );
}
