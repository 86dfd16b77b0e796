import { scope } from './scope';
import type { FromWorker } from './worker-messages';

let isSilent = false;
let answeredAt = 0;

/** Notes that the server has answered something, and tells the pages when it had not answered before. */
export function noteAnswer(): void {
  answeredAt = Date.now();
  if (!isSilent) return;
  isSilent = false;
  void tellPages({ type: 'answered' });
}

async function tellPages(message: FromWorker): Promise<void> {
  for (const page of await scope.clients.matchAll()) page.postMessage(message);
}

/** Notes that the server is out of reach. */
export function noteSilence(): void {
  isSilent = true;
}

/** Whether the server was out of reach when it was asked last. */
export function isAway(): boolean {
  return isSilent;
}

/** Whether the server has answered anything since a moment, in ms since 1970. */
export function hasAnsweredSince(moment: number): boolean {
  return answeredAt >= moment;
}
