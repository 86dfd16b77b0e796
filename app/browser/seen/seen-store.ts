import { readStored, STORE, type Waiting } from './stored-seen';

// Which photos were seen and are not sent yet (rule `seen.sent`). They wait in the page until it is known who
// is signed in, and then on the device; `send-seen` sends them.

/** At most this many wait: beyond that, the oldest are dropped and return to the pile. */
const WAITING_MAX = 2000;

/** Raised on the window when a photo was seen. */
export const SEEN = 'photo-seen';

/** What was seen in this page, sent or not. */
const here = new Set<number>();
/** What was seen before the page knew who is signed in. */
let early: number[] = [];

/** Notes that a photo was seen. A second time changes nothing. */
export function noteSeen(id: number): void {
  if (here.has(id)) return;
  here.add(id);
  early = [...early, id].slice(-WAITING_MAX);
  window.dispatchEvent(new Event(SEEN));
}

/** Whether a photo was seen on this device, as far as it remembers. */
export function isSeenHere(id: number): boolean {
  return here.has(id) || read()?.ids.includes(id) === true;
}

/** The photos that a member has seen and that are not sent yet, oldest first. */
export function listWaiting(userId: number): number[] {
  const waiting = of(userId);
  if (early.length > 0) {
    const ids = [...new Set([...waiting.ids, ...early])].slice(-WAITING_MAX);
    early = [];
    write({ ...waiting, ids });
    return ids;
  }
  return waiting.ids;
}

/** When a batch of this member was last sent, in ms since 1970; 0 if none was. */
export const lastSentAt = (userId: number): number => of(userId).sentAt;

/** Notes that a batch is being sent. */
export function noteSending(userId: number): void {
  write({ ...of(userId), sentAt: Date.now() });
}

/** Forgets photos that have arrived. */
export function dropWaiting(userId: number, arrived: readonly number[]): void {
  const waiting = of(userId);
  write({ ...waiting, ids: waiting.ids.filter((id) => !arrived.includes(id)) });
}

/** Deletes all of it on this device, whoever saw the photos. */
export function dropAllSeen(): void {
  memory = null;
  early = [];
  here.clear();
  try {
    localStorage.removeItem(STORE);
  } catch {
    // Nothing can be stored here, so there is nothing to delete.
  }
}

/** What waits if the browser cannot store it. It is kept as long as the page. */
let memory: Waiting | null = null;

function of(userId: number): Waiting {
  const waiting = read();
  return waiting?.userId === userId ? waiting : { userId, ids: [], sentAt: 0 };
}

function read(): Waiting | null {
  if (memory) return memory;
  return readStored();
}

function write(waiting: Waiting): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(waiting));
    memory = null;
  } catch {
    memory = waiting;
  }
}
