import { useSubmit } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '~/components/shell/toaster';
import { untilLoaded } from '~/components/shell/use-late';
import { STAR_KEPT } from '~/offline/kept-stars';
import { codeOf } from '~/offline/keep-screens';
import { noteMember } from '~/offline/member';
import { listKeptStars } from '~/offline/star-store';
import { StarAnswer } from './star-answer';

/** Says that a star waits for a connection, and sends the stars queued by an earlier visit. */
export function QueuedStars({ userId }: { userId: number }) {
  const { t } = useTranslation('own');
  const toast = useToast();
  const submit = useSubmit();
  const [sent, setSent] = useState<readonly string[]>([]);

  useEffect(() => noteMember(userId), [userId]);

  useEffect(() => {
    const say = () => toast({ tone: 'star', title: t('stars.kept'), text: t('stars.kept_text') });
    window.addEventListener(STAR_KEPT, say);
    return () => window.removeEventListener(STAR_KEPT, say);
  }, [t, toast]);

  useEffect(() => {
    const gone = new AbortController();
    void sendQueued(gone.signal).catch(() => undefined);
    return () => gone.abort();

    /**
     * Sends them one after the other, each once its route's code is loaded: without it the page would reload.
     */
    async function sendQueued(signal: AbortSignal) {
      for (const { path, on } of listKeptStars(userId)) {
        await untilLoaded(() => codeOf(path) ?? Promise.resolve(), signal);
        signal.throwIfAborted();
        setSent((before) => [...before, path]);
        const values = { on: on ? '1' : '0', next: '/', answer: 'data' };
        submit(values, { method: 'post', action: path, navigate: false, fetcherKey: keyOf(path) });
      }
    }
  }, [userId, submit]);

  return sent.map((path) => (
    <StarAnswer key={path} fetcherKey={keyOf(path)} photoId={Number(path.split('/')[2])} />
  ));
}

const keyOf = (path: string) => `kept ${path}`;
