let line: Promise<unknown> = Promise.resolve();

/**
 * Sends one upload after the other: on a slow connection the first one arrives before the next takes its
 * share.
 * @param work calls `onLeft` once everything has been sent; the next one does not wait for the answer
 */
export function inSendOrder(work: (onLeft: () => void) => Promise<void>): Promise<void> {
  let end: Promise<void> = Promise.resolve();
  const turn = line.then(
    () =>
      new Promise<void>((onLeft) => {
        end = work(onLeft);
        void end.catch(() => undefined).then(onLeft);
      }),
  );
  line = turn;
  return turn.then(() => end);
}
