import { useNavigate } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useOpenDialog } from '~/components/dialogs/dialog-context';
import { organizerPaths } from '~/organizer-paths';
import { placeOf } from './keys';

/** The pieces of work in a list: reports, photos that wait, people. */
const ITEM = 'main [data-work]';
const FIELD = 'input, textarea, select, [contenteditable]';

/**
 * The organizer's keys (rule `desk.keys`). `aria-keyshortcuts` on a button declares which key presses it: the button in
 * the list item that has the focus, or one outside all items. Renders nothing.
 */
export function OrganizerKeys(): null {
  const navigate = useNavigate();
  const open = useOpenDialog();
  const latest = useRef({ navigate, open });
  latest.current = { navigate, open };

  useEffect(() => {
    // After a `g`, the next letter is a place.
    let isGoing = false;
    const showHelp = () => {
      if (!latest.current.open(organizerPaths.keys()))
        latest.current.navigate(organizerPaths.keys());
    };

    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.isComposing || !(target instanceof Element)) return;
      if (key === 'Enter' && (event.ctrlKey || event.metaKey)) return sendFormOf(target, event);
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest(FIELD)) return;
      if (document.querySelector('dialog[open]')) return;
      const wasGoing = isGoing;
      isGoing = key === 'g' && !wasGoing;
      const place = wasGoing && placeOf(key);
      if (place) latest.current.navigate(place);
      else if (key === '?') showHelp();
      else if (key === '/') searchField()?.focus();
      else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
      else if (!/^[a-z]$/.test(key) || isGoing || !press(key)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return null;
}

const isShown = (element: HTMLElement) => element.getClientRects().length > 0;

const shown = (selector: string, within: ParentNode = document) =>
  [...within.querySelectorAll<HTMLElement>(selector)].filter(isShown);

const searchField = () => shown('main input[type=search]')[0];

/** The item that has the focus, or that contains the focused element. */
const currentItem = () => document.activeElement?.closest<HTMLElement>(ITEM) ?? null;

function select(item: HTMLElement | undefined): void {
  item?.focus({ preventScroll: true });
  item?.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus to the next item, or to the previous one. */
function step(by: 1 | -1): void {
  const items = shown(ITEM);
  const current = currentItem();
  const index = current ? items.indexOf(current) + by : 0;
  select(items[Math.min(Math.max(index, 0), items.length - 1)]);
}

/**
 * Presses the button of a key, or moves the focus to its field. If no item has the focus yet, the first one with such a
 * button gets it instead, so that nothing is decided about an item that nobody has looked at.
 * @returns whether there is such a button
 */
function press(key: string): boolean {
  const buttons = `[aria-keyshortcuts="${key}"]`;
  const item = currentItem();
  // A closed menu contains its buttons, too.
  const own = item?.querySelector<HTMLElement>(buttons) ?? undefined;
  const others = shown(buttons).filter((button) => !button.closest(ITEM));
  const field = others.find((other) => other.matches(FIELD));
  const first = shown(ITEM).find((one) => one.querySelector(buttons));
  if (own) own.click();
  else if (field) field.focus();
  else if (others[0]) others[0].click();
  else select(first);
  return own !== undefined || others.length > 0 || first !== undefined;
}

/** Sends the form of the field that has the focus. */
function sendFormOf(field: Element, event: KeyboardEvent): void {
  const form = field.closest(FIELD)?.closest('form');
  const button = form?.querySelector<HTMLButtonElement>('button:not([type=button])');
  if (!form || !button || button.disabled) return;
  event.preventDefault();
  form.requestSubmit(button);
}
