const WITHIN_MS = 1000;

let typed = { text: '', at: 0 };

/**
 * Moves the focus to the entry of a menu that starts with the typed text. Letters within a second of each
 * other count as one text.
 */
export function typeAhead(
  menu: HTMLElement,
  { key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent,
): void {
  const isLetter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
  if (!isLetter) return;
  const isNext = timeStamp - typed.at < WITHIN_MS;
  typed = { text: (isNext ? typed.text : '') + key, at: timeStamp };
  const lines = [...menu.querySelectorAll<HTMLElement>('ul a, ul button')];
  const texts = lines.map(({ textContent }) => textContent ?? '');
  const focused = lines.findIndex((line) => line === document.activeElement);
  lines[lineOf(texts, typed.text, focused)]?.focus();
}

/**
 * The index of the entry that starts with the typed text, ignoring accents and case: the next one after the
 * focused entry, or the focused one itself if more than one letter was typed. Negative for none.
 */
export function lineOf(lines: readonly string[], typed: string, focused: number): number {
  const wanted = plain(typed);
  // Repeating the same letter goes on to the next matching entry.
  const isAgain = [...wanted].every((letter) => letter === wanted[0]);
  const word = isAgain ? wanted.slice(0, 1) : wanted;
  const first = isAgain ? focused + 1 : Math.max(focused, 0);
  const order = lines.map((_, index) => (first + index) % lines.length);
  return order.find((index) => plain(lines[index] ?? '').startsWith(word)) ?? -1;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
