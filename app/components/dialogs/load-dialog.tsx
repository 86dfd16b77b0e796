import { useFetcher } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { loadCode } from '~/browser/code-ahead';
import { waitForServer } from '~/browser/reach';
import { isUnanswered } from '~/browser/screen-data';
import type { Dialog } from './define-dialog';

/**
 * Loads the code and the data of the dialog at `to`, and tries again while nothing answers. A redirect of its
 * loader navigates the whole app. While this is mounted, the data reload whenever the screen's do.
 */
export function LoadDialog({
  to,
  dialog: { loadContent },
  onAnswer,
  onSilence,
}: {
  to: string;
  dialog: Dialog;
  onAnswer: (data: unknown) => void;
  onSilence: (retry: () => void) => void;
}) {
  const { load, data, state } = useFetcher();
  /** How often loading its code has failed. */
  const [misses, setMisses] = useState(0);

  const ask = useCallback(() => {
    // Without its code, Remix would reload the page.
    Promise.all([loadCode(to), loadContent?.()]).then(
      () => load(to),
      () => setMisses((before) => before + 1),
    );
  }, [load, loadContent, to]);
  useEffect(ask, [ask]);

  useEffect(() => {
    const hasAnswer = data !== undefined && !isUnanswered(data);
    if (state !== 'idle' || (data === undefined && misses === 0)) return;
    if (hasAnswer) return onAnswer(data);
    onSilence(ask);
    const left = new AbortController();
    void waitForServer(left.signal).then(ask, () => undefined);
    return () => left.abort();
  }, [data, state, misses, onAnswer, onSilence, ask]);

  return null;
}
