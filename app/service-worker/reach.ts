let isSilent = false;
let answeredAt = 0;

/** Notes that the server has answered something. */
export function noteAnswer(): void {
  isSilent = false;
  answeredAt = Date.now();
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
