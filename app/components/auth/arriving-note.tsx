import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '~/components/ui/note';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { LoginReply } from './login-reply';

/** A party's phones were refused together: they come back one after the other. */
const SPREAD_S = 3;

/**
 * Says that many are arriving, and presses the button of the form around it once there is room again (rule
 * `throttle.joins`). Whoever would rather do it themselves stops that; without scripts they do.
 * @param reply what the form was answered; another one begins anew
 */
export function ArrivingNote({ reply, isPending }: { reply: LoginReply; isPending: boolean }) {
  const { t } = useTranslation(['auth', 'errors']);
  const isHydrated = useHydrated();
  const [isStopped, setIsStopped] = useState(false);
  const [left, setLeft] = useState(reply.wait ?? 0);
  const note = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Whoever presses the button themselves waits anew.
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
          // Not read out every second.
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
