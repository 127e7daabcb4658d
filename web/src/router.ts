// Addresses and nothing else: where we are, and how to get elsewhere without loading the page again.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

export type Place = { path: string; query: URLSearchParams };

const here = (): Place => ({ path: decodeURI(location.pathname), query: new URLSearchParams(location.search) });

export const place = signal<Place>(here());

addEventListener("popstate", () => (place.value = here()));

export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  const before = place.value.path;
  place.value = here();
  if (!replace && before !== place.value.path) {
    scrollTo(0, 0);
    // A new page begins at its heading, for the keyboard and for a screen reader.
    requestAnimationFrame(() => document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true }));
  }
}

addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || link.pathname === "/licenses.txt") return;
  event.preventDefault();
  if (link.hash && link.pathname === location.pathname) {
    history.replaceState(null, "", link.href);
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
    return;
  }
  go(link.pathname + link.search + link.hash);
});

/** Names the page in the browser's own bar. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Croupier`;
  }, [title]);
}
