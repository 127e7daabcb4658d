// What this browser keeps. Where storage is closed to us a choice lasts as long as the page.

/** Keeps a text under a name; an empty one is forgotten. */
export function keep(name: string, text: string, where: "localStorage" | "sessionStorage" = "localStorage"): void {
  try {
    if (text) window[where].setItem(name, text);
    else window[where].removeItem(name);
  } catch {
    // Then it lasts as long as the page.
  }
}

/** What is kept under a name as JSON. */
export function kept<T>(name: string, where: "localStorage" | "sessionStorage" = "localStorage"): T | null {
  try {
    return JSON.parse(window[where].getItem(name) ?? "null") as T | null;
  } catch {
    return null;
  }
}
