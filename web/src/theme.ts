// Runs before the page is drawn: the person's own choice of scheme, deck and keys, where there is one.
for (const name of ["theme", "deck", "keys"]) {
  try {
    const chosen = localStorage.getItem(`croupier.${name}`);
    if (chosen) document.documentElement.setAttribute(`data-${name}`, chosen);
  } catch {
    // Storage may be closed to us; the system's wish is then followed.
  }
}
