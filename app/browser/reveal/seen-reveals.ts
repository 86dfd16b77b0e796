// The reveals that this device has shown a person. Nobody is sent to the same one twice, and a late guest sees it once.

import { REVEAL_KEY } from '../shown-once';

/** More reveals than a guest sees on one device. */
const MAX_STORED = 20;

/** The same if storage is not available. */
const seen = new Set<string>();

const keyOf = (eventId: number, revealedAt: number) => `${eventId}-${revealedAt}`;

/** Whether this device has shown the reveal of an event that began at an instant. */
export function wasRevealSeen(eventId: number, revealedAt: number): boolean {
  const key = keyOf(eventId, revealedAt);
  return seen.has(key) || readStored().includes(key);
}

/** Notes that this device shows it. */
export function noteRevealSeen(eventId: number, revealedAt: number): void {
  const key = keyOf(eventId, revealedAt);
  if (wasRevealSeen(eventId, revealedAt)) return;
  seen.add(key);
  try {
    localStorage.setItem(REVEAL_KEY, JSON.stringify([...readStored(), key].slice(-MAX_STORED)));
  } catch {
    // Storage can be full or forbidden; then a reload forgets it.
  }
}

function readStored(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(REVEAL_KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
