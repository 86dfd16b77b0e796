// The elements of the page (app/files/wall-page.server.ts). They exist from the start, and none are added.

/** @throws Error if the page has no such part */
export function part<T extends Element = HTMLElement>(name: string): T {
  return one<T>(document, `[data-part="${name}"]`);
}

/** All parts with a name. */
export function parts<T extends Element = HTMLElement>(name: string): T[] {
  return Array.from(document.querySelectorAll<T>(`[data-part="${name}"]`));
}

/** @throws Error if there is none */
export function one<T extends Element = HTMLElement>(within: ParentNode, selector: string): T {
  const found = within.querySelector<T>(selector);
  if (!found) throw new Error(`The wall's page has no ${selector}`);
  return found;
}

/** Writes a text, unless the element already has it. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Like `toggle` with a second argument, but writes nothing if the classes stay the same. */
export function setClass(element: Element, name: string, isOn: boolean): void {
  if (element.classList.contains(name) !== isOn) element.classList.toggle(name, isOn);
}

/** Whether the device's owner prefers reduced motion. */
export const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The unit of all sizes (styles/), in CSS pixels. */
export const unit = (): number =>
  parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
