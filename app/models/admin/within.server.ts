/**
 * Waits for an answer, but no longer than a time limit.
 * @param ms the limit
 * @returns the answer, or undefined if it does not arrive in time
 * @throws what the answer throws in time
 */
export async function within<T>(answer: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
    // Nothing awaits it any more, and an unhandled rejection would end the process.
    answer.catch(() => undefined);
  }
}
