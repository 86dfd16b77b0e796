import { Link, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withQueue } from '~/browser/uploads/upload-start';
import {
  onUploadNews,
  isDrawn,
  useWaitingUploads,
  type UploadNews,
} from '~/browser/uploads/upload-views';
import { toast } from '~/components/shell/toast';
import { paths } from '~/paths';
import { Icon } from '~/components/ui/icon';
import { useFailureText } from './upload-failure';

/**
 * Continues uploads of an earlier visit, reloads the screen when one arrives, and announces uploads that no
 * slot on the screen shows.
 * @param slots the URL of the screen with the slots; null on that screen
 */
export function UploadWatch({ userId, slots }: { userId: number; slots: string | null }) {
  const { t } = useTranslation('event');
  const reasonText = useFailureText();
  const { revalidate } = useRevalidator();
  const unsent = useWaitingUploads(userId);
  const count = unsent.filter(({ phase }) => phase === 'waiting').length;
  const [said, setSaid] = useState('');
  useConfirmLogout(unsent.length);

  const onNews = (news: UploadNews) => {
    if (news.kind === 'changed') revalidate();
    else if (news.kind === 'arrived') {
      revalidate();
      const { position } = news.slot;
      // A visible slot shows it, so it is only announced to screen readers. A toast reports what no slot shows.
      const isSeen = typeof position === 'number' && isDrawn(news.slot) && !news.toast?.text;
      if (isSeen) setSaid(t('slot.arrived', { position }));
      else if (news.toast) toast(news.toast);
    } else if (news.kind === 'unstored') {
      toast({ tone: 'bad', title: t('waiting.unkept'), text: t('waiting.unkept_text') });
    } else if (typeof news.view.slot.position !== 'number') {
      // Its line shows only that it was not sent.
      if (news.toast) toast(news.toast);
    } else if (!isDrawn(news.view.slot)) {
      const text = t('slot.failed_text', { reason: reasonText(news.view.reason) });
      toast({ tone: 'bad', title: t('slot.failed'), text });
    }
  };
  const latest = useRef(onNews);
  latest.current = onNews;
  useEffect(() => onUploadNews((news) => latest.current(news)), []);
  useEffect(() => void withQueue((queue) => void queue.resumeUploads(userId)), [userId]);

  return (
    <>
      <p className="sr-only" role="status">
        {said}
      </p>
      <div
        // Over the bottom bar.
        className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--spacing-nav)+0.625rem)] z-15 flex justify-center laptop:bottom-4 laptop:left-60"
        role="status"
      >
        {slots !== null && count > 0 && (
          <Link
            className="pointer-events-auto flex min-h-touch max-w-[calc(100%-2rem)] items-center gap-1.5 rounded-full bg-night-lift px-4.5 text-sm/body font-semibold text-on-night no-underline shadow-lift"
            to={slots}
          >
            <Icon className="size-4.5" name="wifi-off" />
            {t('waiting.pill', { count })}
          </Link>
        )}
      </div>
    </>
  );
}

/**
 * Asks for confirmation before a user with unsent photos logs out, because these are deleted then (rule
 * `uploads.leaving`).
 */
function useConfirmLogout(count: number): void {
  const { t } = useTranslation('event');
  useEffect(() => {
    if (count === 0) return;
    const ask = (event: SubmitEvent) => {
      const { pathname } = new URL((event.target as HTMLFormElement).action);
      if (pathname !== paths.logout() || window.confirm(t('waiting.log_out', { count }))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('submit', ask, { capture: true });
    return () => document.removeEventListener('submit', ask, { capture: true });
  }, [count, t]);
}
