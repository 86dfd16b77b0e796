import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '~/components/ui/note';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { LoginReply } from './login-reply';

/** A party's phones were refused at the same moment, so their retries are spread. */
const SPREAD_S = 3;

/**
 * The notice that many guests are arriving. It submits the surrounding form again once there is room (rule
 * `throttle.joins`). The user can stop that and submit by hand, as without scripts.
 * @param reply the form's reply; a new one restarts the countdown
 */
export function ArrivingNote({ reply, isPending }: { reply: LoginReply; isPending: boolean }) {
  const { t } = useTranslation(['auth', 'errors']);
  const isHydrated = useHydrated();
  const [isStopped, setIsStopped] = useState(false);
  const [left, setLeft] = useState(reply.wait ?? 0);
  const note = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // A manual submission restarts the countdown.
    if (isPending) setIsStopped(false);
    if (isPending || isStopped) return;
    const due = Date.now() + ((reply.wait ?? 0) + Math.random() * SPREAD_S) * 1000;
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((due - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds > 0) return;
      clearInterval(timer);
      note.current?.closest('form')?.querySelector<HTMLElement>('[value="submit"]')?.click();
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [reply, isPending, isStopped]);

  const goesOn = isHydrated && !isStopped;
  return (
    <div ref={note}>
      <Note role="status" icon="clock" title={t('errors:many_arriving')}>
        {goesOn ? t('login.arriving_wait') : t('login.arriving')}
        {goesOn && (
          // Hidden from screen readers, which would read it every second.
          <span className="block" aria-hidden="true">
            {t('login.arriving_left', { seconds: left })}
          </span>
        )}
      </Note>
      {goesOn && (
        <button
          className="button quiet slim mt-2"
          type="button"
          disabled={isPending}
          onClick={() => setIsStopped(true)}
        >
          {t('login.arriving_stop')}
        </button>
      )}
    </div>
  );
}
