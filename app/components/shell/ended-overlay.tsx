import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { LogOut } from './log-out';
import { MiniPrints } from './mini-prints';
import { Icon } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';

/** An event that is over: its name, and its last day in words. */
export interface EndedEvent {
  name: string;
  endDay: string;
}

/**
 * The whole screen once an event has ended (rule `event.ended`): the string of lights is out, and
 * all one can do is log out, or, for its organizer, sign in and go to the shop.
 * @param event unknown, a plain sentence
 */
export function EndedOverlay({
  event,
  isOrganizer,
  loginLink,
}: {
  event: EndedEvent | null;
  isOrganizer: boolean;
  /** Only for visitors: the organizer's way in. */
  loginLink?: string;
}) {
  const { t } = useTranslation(['own', 'auth']);
  return (
    <main className="ended-page on-night sky" id="content">
      <Lights out />
      <div className="message">
        <MiniPrints />
        <h1>{t('expired.title')}</h1>
        <p>
          {event
            ? t(isOrganizer ? 'expired.organizer_text' : 'expired.guest_text', {
                event: event.name,
                day: event.endDay,
              })
            : t('expired.plain_text')}
        </p>
        {isOrganizer && (
          <Link className="button lit big" to={paths.shop()}>
            <Icon name="tag" />
            {t('expired.shop')}
          </Link>
        )}
        {loginLink && (
          <Link className="button lit big" to={loginLink}>
            {t('auth:join.as_organizer')}
          </Link>
        )}
        <LogOut className="w-full" />
      </div>
    </main>
  );
}
