import { scope } from './scope';
import type { FromWorker } from '../worker-messages';

let isSilent = false;
let answeredAt = 0;

/** Notes that the server has answered, and tells the pages if it had not answered before. */
export function noteAnswer(): void {
  answeredAt = Date.now();
  if (!isSilent) return;
  isSilent = false;
  void tellPages({ type: 'answered' });
}

async function tellPages(message: FromWorker): Promise<void> {
  for (const page of await scope.clients.matchAll()) page.postMessage(message);
}

/** Notes that the server cannot be reached. */
export function noteSilence(): void {
  isSilent = true;
}

/** Whether the server could not be reached at the last request. */
export function isAway(): boolean {
  return isSilent;
}

/** Whether the server has answered since a moment, in ms since 1970. */
export function hasAnsweredSince(moment: number): boolean {
  return answeredAt >= moment;
}
