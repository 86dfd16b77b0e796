import { useSubmit } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCode } from '~/browser/code-ahead';
import { toast } from '~/components/shell/toast';
import { untilLoaded } from '~/browser/reach';
import { STAR_PENDING } from '~/browser/stars/pending-stars';
import { noteMember } from '~/browser/stars/member';
import { listPendingStars } from '~/browser/stars/star-store';
import { StarAnswer } from './star-answer';

/** Says that a star waits for a connection, and sends the stars queued by an earlier visit. */
export function PendingStars({ userId }: { userId: number }) {
  const { t } = useTranslation('event');
  const submit = useSubmit();
  const [sent, setSent] = useState<readonly string[]>([]);

  useEffect(() => noteMember(userId), [userId]);

  useEffect(() => {
    const say = () => toast({ tone: 'star', title: t('stars.kept'), text: t('stars.kept_text') });
    window.addEventListener(STAR_PENDING, say);
    return () => window.removeEventListener(STAR_PENDING, say);
  }, [t]);

  useEffect(() => {
    const left = new AbortController();
    void sendPending(left.signal).catch(() => undefined);
    return () => left.abort();

    /** Sends them in the order in which they were given: once their form's code is loaded, each starts immediately. */
    async function sendPending(signal: AbortSignal) {
      for (const { path, on, givenAt } of listPendingStars(userId)) {
        await untilLoaded(() => loadCode(path), signal);
        signal.throwIfAborted();
        setSent((before) => [...before, path]);
        const values = { on: on ? '1' : '0', next: '/', answer: 'data', givenAt: givenAt ?? '' };
        submit(values, { method: 'post', action: path, navigate: false, fetcherKey: keyOf(path) });
      }
    }
  }, [userId, submit]);

  return sent.map((path) => (
    <StarAnswer key={path} fetcherKey={keyOf(path)} photoId={Number(path.split('/')[2])} />
  ));
}

const keyOf = (path: string) => `pending ${path}`;
