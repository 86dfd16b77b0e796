/**
 * A dialog over a screen is an entry of its own in the browser's history, and the router is not told
 * of it: so nothing is loaded again when one opens, changes or closes. The address bar shows the
 * dialog's own address; a reload or a copied link gets its page.
 */
export interface DialogState {
  /** The dialog's address. */
  dialog: string;
  /** The screen below: its path with its query, and the router's key of its history entry. */
  over: string;
  overKey: string;
  /** The dialogs between the two, each opened from the one before: the first one first. */
  between: readonly string[];
}

/** A history entry's state, as the router writes it; the state of who navigates is `usr`. */
interface Entry {
  usr?: unknown;
  key?: string;
  idx?: number;
}

/** Where the router is, as far as a dialog has to know. */
interface Place {
  pathname: string;
  search: string;
  key: string;
}

/** How the router calls the entry of a page load. */
const FIRST_KEY = 'default';

let current: DialogState | null = null;
const listeners = new Set<() => void>();

function setCurrent(dialog: DialogState | null): void {
  current = dialog;
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever `currentDialog` has changed; returns what ends that. */
export function onDialogChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The dialog of the history entry that was opened or reached last; the router may be elsewhere yet. */
export const currentDialog = (): DialogState | null => current;

const isOver = ({ over, overKey }: Pick<DialogState, 'over' | 'overKey'>, place: Place) =>
  overKey === place.key && over === place.pathname + place.search;

/** The dialog that lies over the screen at `place`. Null on a dialog's own page, after a reload for instance. */
export function dialogOver(place: Place, dialog: DialogState | null): DialogState | null {
  return dialog && isOver(dialog, place) ? dialog : null;
}

/** The dialog in a history entry, or null. */
function dialogOf(entry: Entry | null): DialogState | null {
  const { dialog, over, overKey, between = [] } = (entry?.usr ?? {}) as Partial<DialogState>;
  return dialog !== undefined && over !== undefined && overKey !== undefined
    ? { dialog, over, overKey, between }
    : null;
}

const newKey = () => Math.random().toString(36).slice(2, 10);

/**
 * Opens an address over the screen that is shown, or over the dialog that lies there already.
 * @param replace in that dialog's place: Back leads to what it came from
 * @returns false while the router is on its way elsewhere, which only a navigation of its own ends
 */
export function openDialog(to: string, { replace = false } = {}): boolean {
  const { location, navigation } = window.__remixRouter.state;
  if (navigation.state !== 'idle') return false;
  const below = dialogOver(location, current);
  const dialog: DialogState = {
    dialog: to,
    over: location.pathname + location.search,
    overKey: location.key,
    between: below ? (replace ? below.between : [...below.between, below.dialog]) : [],
  };
  const { idx = 0 } = (window.history.state ?? {}) as Entry;
  if (below && replace) {
    window.history.replaceState({ usr: dialog, key: newKey(), idx } satisfies Entry, '', to);
  } else {
    window.history.pushState({ usr: dialog, key: newKey(), idx: idx + 1 } satisfies Entry, '', to);
  }
  setCurrent(dialog);
  return true;
}

/**
 * How many steps back lead from the open dialog to an address: to the dialog that it was opened from, or
 * to the screen below; 0 to any other.
 * @param to may name a place on the screen, which counts for nothing here
 */
export function stepsBackTo(to: string): number {
  const open = dialogOver(window.__remixRouter.state.location, current);
  if (!open) return 0;
  const [address = ''] = to.split('#');
  if (address === open.between.at(-1)) return 1;
  return address === open.over ? open.between.length + 1 : 0;
}

/**
 * Shows the dialog's address, once the screen below has arrived: coming from another screen the
 * router was led to that one (`watchDialogHistory`).
 */
export function maskAddress({ dialog }: DialogState): void {
  const entry = window.history.state as Entry | null;
  const isThere = window.location.href === new URL(dialog, window.location.href).href;
  if (dialogOf(entry)?.dialog !== dialog || isThere) return;
  window.history.replaceState({ ...entry, key: newKey() }, '', dialog);
}

/**
 * Back and Forward. Between a screen and the dialogs over it the router is not asked. From elsewhere
 * an entry with a dialog gets the address and the key of the screen below again before the router
 * looks at it; otherwise that one would leave for the dialog's page. Call it once, before the router
 * is created: on `popstate` whoever registered first is asked first.
 */
export function watchDialogHistory(): void {
  window.addEventListener('popstate', (event) => {
    const entry = event.state as Entry | null;
    const next = dialogOf(entry);
    // Nobody's yet where the page has not come alive.
    const router = window.__remixRouter as typeof window.__remixRouter | undefined;
    const isAnyDialog = next ?? (router && dialogOver(router.state.location, current));
    setCurrent(next);
    if (!isAnyDialog) return;
    if (router?.state.navigation.state === 'idle') {
      const { pathname, search } = window.location;
      const screen = next ?? { over: pathname + search, overKey: entry?.key ?? FIRST_KEY };
      if (isOver(screen, router.state.location)) return event.stopImmediatePropagation();
    }
    if (next) window.history.replaceState({ ...entry, key: next.overKey }, '', next.over);
  });
}
