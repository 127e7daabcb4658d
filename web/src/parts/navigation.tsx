// The way around the house: five groups in the bar and their pages below it; on a tablet a sheet under the group, on a
// phone one sheet with every page. `G` and a letter goes there, Esc closes and gives the focus back.

import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ask } from "../api";
import type { LobbyRecord } from "../api-types";
import { type Group, groupOf, groups, isAt, type PlaceOf } from "../places";
import { go, place } from "../router";
import { keysOpen } from "./keys";
import { Button, bound, Input, useHearing } from "./pieces";
import { isTyping } from "./search";
import { settingsOpen } from "./settings";
import { Offline } from "./states";

/** What is open: the whole menu, one group, or nothing. */
const open = signal<string | null>(null);
const MENU = "menu";

const Entry = ({ to }: { to: PlaceOf }) => (
  <li>
    <a href={to.address} aria-current={isAt(place.value.path, to.address) ? "page" : undefined} onClick={() => (open.value = null)}>
      {to.name}
      <span>{to.words}</span>
    </a>
  </li>
);

const CROSS = "M4.5 4.5l11 11M15.5 4.5l-11 11";
const BARS = "M3 5.5H17M3 10H17M3 14.5H17";

type Framing = { bar: ComponentChildren; look?: string; below: ComponentChildren; children: ComponentChildren };

/** Every page with a bar: the way past it, the menu first in it, what stands below it, and the page. */
export const Framed = ({ bar, look = "bar", below, children }: Framing) => (
  <>
    <a class="skip" href="#content">
      Skip to the page
    </a>
    <header class={look}>
      <MenuButton />
      {bar}
    </header>
    {below}
    <Offline />
    <div id="content" tabIndex={-1}>
      {children}
    </div>
  </>
);

/** The button of the phone's menu. */
function MenuButton() {
  const shown = open.value === MENU;
  return (
    <button
      class="menu-b"
      aria-label={shown ? "Close the menu" : "Menu"}
      aria-expanded={shown}
      aria-controls="all-pages"
      data-opens={MENU}
      onClick={() => (open.value = shown ? null : MENU)}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={shown ? CROSS : BARS} fill="none" stroke="currentColor" stroke-width="1.8" />
      </svg>
    </button>
  );
}

/** The groups in the bar: links to their first page where the pages stand below, buttons where they open a sheet. */
export function Groups() {
  const here = groupOf(place.value.path);
  return (
    <nav class="groups" aria-label="House">
      {groups().map(({ name, places }) => (
        <span key={name}>
          <a class="to-group" href={places[0]?.address ?? "/"} aria-current={name === here ? "true" : undefined}>
            {name}
          </a>
          <button
            class="open-group"
            aria-expanded={open.value === name}
            aria-current={name === here ? "true" : undefined}
            data-opens={name}
            onClick={() => (open.value = open.value === name ? null : name)}>
            {name}
            <svg class="chev" viewBox="0 0 12 12" aria-hidden="true">
              <path d="M2.5 4.5 6 8 9.5 4.5" fill="none" stroke="currentColor" stroke-width="1.5" />
            </svg>
          </button>
        </span>
      ))}
    </nav>
  );
}

/** Below the bar: the pages of the group one is in, or the sheet that is open. */
export function Pages() {
  const { path } = place.value;
  const here = groupOf(path);
  const own = groups().find((group) => group.name === here)?.places ?? [];
  const one = groups().find((group) => group.name === open.value);
  return (
    <>
      {one && (
        <nav class="fly" aria-label={one.name}>
          <ul>
            {one.places.map((each) => (
              <Entry key={each.address} to={each} />
            ))}
          </ul>
        </nav>
      )}
      <Menu of={groups()} hasTables />
      {own.length > 1 && !path.startsWith("/tables/") && (
        <nav class="sub" aria-label={`${here} pages`}>
          {own.map((each) => (
            <a key={each.address} href={each.address} aria-current={isAt(path, each.address) ? "page" : undefined}>
              {each.name}
            </a>
          ))}
        </nav>
      )}
    </>
  );
}

type Listed = { of: Group[]; hasTables?: boolean };

/** What the button of the menu opens, and the keys of these places. A page of the house finds its tables there too. */
export function Menu(listed: Listed) {
  useMenuKeys(listed.of);
  const { path } = place.value;
  useEffect(() => {
    open.value = null;
  }, [path]);
  return open.value === MENU ? <Sheet {...listed} /> : null;
}

function Sheet({ of, hasTables = false }: Listed) {
  const typed = useSignal("");
  const tables = useSignal<PlaceOf[]>([]);
  const find = () => {
    if (tables.value.length || !hasTables) return;
    ask<LobbyRecord>("/tables").then(
      ({ tables: found }) => {
        const games = [...new Map(found.map((each) => [each.game, each.title]))];
        const page = (name: string, address: string, words: string): PlaceOf => ({ name, address, words, key: "" });
        tables.value = [
          ...found.map((each) => page(`Table ${each.id}`, `/tables/${each.id}`, each.title)),
          ...games.map(([game, title]) => page(title, `/handbook/${game}`, "handbook")),
        ];
      },
      () => undefined,
    );
  };
  const openSettings = (event: Event) => {
    event.stopPropagation();
    open.value = null;
    settingsOpen.value = true;
  };
  const asked = hasTables ? "Find a page, game or table" : "Find a page";
  const words = typed.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (each: PlaceOf) => words.every((word) => `${each.name} ${each.words}`.toLowerCase().includes(word));
  const shown = words.length ? [{ name: "Found", places: [...of.flatMap((group) => group.places), ...tables.value].filter(fits) }] : of;
  return (
    <nav class="sheet" id="all-pages" aria-label="All pages">
      <Input kind="find-page" type="search" aria-label={asked} placeholder={asked} {...bound(typed)} onFocus={find} />
      {shown.map((group) => (
        <section key={group.name} aria-label={group.name}>
          <h2>{group.name}</h2>
          {group.places.length ? (
            <ul>
              {group.places.map((each) => (
                <Entry key={each.name + each.address} to={each} />
              ))}
            </ul>
          ) : (
            <p class="note">Nothing has these words.</p>
          )}
        </section>
      ))}
      <div class="sheet-foot">
        <button class="btn" onClick={openSettings}>
          Settings
        </button>
        <Button
          press={() => {
            open.value = null;
            keysOpen.value = true;
          }}
          words="Keys and help"
        />
      </div>
    </nav>
  );
}

function useMenuKeys(of: Group[]) {
  const since = useRef(0);
  const close = () => {
    const by = open.value;
    open.value = null;
    document.querySelector<HTMLElement>(`[data-opens="${by}"]`)?.focus();
  };
  const down = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open.value !== null) {
      event.stopImmediatePropagation();
      close();
      return;
    }
    const places = of.flatMap((group) => group.places).filter((each) => each.key);
    if (!places.length || isTyping(event) || event.repeat || event.key.length !== 1) return;
    const key = event.key.toUpperCase();
    const goes = Date.now() - since.current < 2000;
    since.current = !goes && key === "G" ? Date.now() : 0;
    if (!goes && key !== "G") return;
    // A letter after G is an address and no action of the table.
    event.stopImmediatePropagation();
    event.preventDefault();
    const to = goes ? places.find((each) => each.key === key) : undefined;
    if (to) go(to.address);
  };
  useHearing("keydown", down, true);
  useHearing("click", (event) => {
    if (open.value !== null && !(event.target as Element | null)?.closest?.(".sheet, .fly, [data-opens]")) open.value = null;
  });
}
