// What is wrong with the felt as it lies on the screen; two things may meet by a pixel and a half, since a letter's box
// is higher than the letter.
() => {
  const felt = [...document.querySelectorAll('svg.felt')].find(each => each.checkVisibility());
  if (!felt) return ['there is no felt'];
  const found = [];
  const scale = felt.getBoundingClientRect().width / felt.viewBox.baseVal.width;
  const inset = (box, by) => ({ l: box.left + by, t: box.top + by, r: box.right - by, b: box.bottom - by });
  const spotOf = each => each.closest('[data-spot]')?.dataset.spot ?? null;
  const items = [];
  for (const text of felt.querySelectorAll('text')) {
    if (text.querySelector('textPath') || !text.textContent.trim()) continue;
    if (text.closest('.pill, [class^="chip-"]')) continue;
    const box = text.getBoundingClientRect();
    const cut = Math.min(box.height * 0.22, 4);
    items.push({ what: `"${text.textContent}"`, kind: 'text', at: { l: box.left + 1, r: box.right - 1, t: box.top + cut, b: box.bottom - cut }, spot: spotOf(text), element: text });
  }
  for (const chip of felt.querySelectorAll('[class^="chip-"]'))
    items.push({ what: `chip ${chip.textContent}`, kind: 'chip', at: inset(chip.querySelector('circle').getBoundingClientRect(), 1.5), spot: spotOf(chip), element: chip });
  for (const pill of felt.querySelectorAll('.pill'))
    items.push({ what: `result ${pill.textContent}`, kind: 'pill', at: inset(pill.getBoundingClientRect(), 1), spot: spotOf(pill), element: pill });
  const cards = [...felt.querySelectorAll('svg[viewBox="0 0 100 140"]')].map(each => inset(each.querySelector('.cf').getBoundingClientRect(), 1.5));
  const meet = (a, b) => a.l < b.r && b.l < a.r && a.t < b.b && b.t < a.b;
  for (let one = 0; one < items.length; one++) {
    for (let two = one + 1; two < items.length; two++) {
      const [a, b] = [items[one], items[two]];
      // A result lies on the edge of its own chip.
      const own = a.spot !== null && a.spot === b.spot && (a.kind === 'pill' || b.kind === 'pill') && (a.kind === 'chip' || b.kind === 'chip');
      if (!own && meet(a.at, b.at)) found.push(`${a.what} meets ${b.what}`);
    }
    for (const card of cards) if (items[one].kind !== 'pill' && meet(items[one].at, card)) found.push(`${items[one].what} meets a card`);
  }
  const whole = felt.getBoundingClientRect();
  for (const { what, at, element } of items) {
    const frame = element.classList.contains('outside') ? null : element.closest('.framed')?.querySelector('.frame');
    const box = frame ? frame.getBoundingClientRect() : whole;
    const by = 2;
    if (at.l < box.left - by || at.r > box.right + by || at.t < box.top - by || at.b > box.bottom + by) found.push(`${what} leaves its ${frame ? 'frame' : 'felt'}`);
    if (element.tagName === 'text' && element.getBoundingClientRect().width > 0 && parseFloat(element.getAttribute('font-size')) < 12 && !element.closest('[class^="chip-"]')) found.push(`${what} is smaller than 12`);
  }
  // A button lies where its spot is drawn.
  for (const button of document.querySelectorAll('.spot-btn')) {
    if (!button.checkVisibility()) continue;
    const wager = button.dataset.wager;
    const ring = felt.querySelector(`[data-spot="${wager}"] > circle`)?.getBoundingClientRect();
    const box = button.getBoundingClientRect();
    if (!ring) { found.push(`the button of ${wager} has no spot`); continue; }
    if (ring.left < box.left - 1 || ring.right > box.right + 1 || ring.top < box.top - 1 || ring.bottom > box.bottom + 1) found.push(`the button of ${wager} is off its spot`);
    const [x, y] = [ring.left + ring.width / 2, ring.top + ring.height / 2];
    if (x > 0 && y > 0 && x < innerWidth && y < innerHeight) {
      const hit = document.elementFromPoint(x, y);
      if (hit && !hit.closest('.table-acts, .bar') && hit !== button) found.push(`the middle of ${wager} is not its button`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  return [...new Set(found)];
}
