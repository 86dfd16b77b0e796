import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { LogOut } from './log-out';
import { MiniPrints } from './mini-prints';
import { Icon } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';

/** An ended event: its name, and its last day in words. */
export interface EndedEvent {
  name: string;
  endDay: string;
  /** The last day on which this reader may look back, in words; null if they may not, or may do more. */
  until: string | null;
}

/**
 * The whole screen of an ended event (rule `event.ended`), with the string of lights switched off. Its
 * organizer can sign in or go to the shop, guests can go on to the podium as long as they may (rule
 * `event.look-back`), and everybody can log out.
 * @param event if unknown, a plain sentence stands in its place
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
        <p>{event ? t(textOf(event, isOrganizer), wordsOf(event)) : t('expired.plain_text')}</p>
        {event?.until && (
          <Link className="button lit big" to={paths.top()}>
            <Icon name="podium" />
            {t('expired.look')}
          </Link>
        )}
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
        {event?.until && <p className="text-sm">{t('expired.look_out')}</p>}
      </div>
    </main>
  );
}

function textOf({ until }: EndedEvent, isOrganizer: boolean) {
  if (isOrganizer) return 'expired.organizer_text';
  return until ? 'expired.look_text' : 'expired.guest_text';
}

function wordsOf({ name, endDay, until }: EndedEvent) {
  return { event: name, day: endDay, until };
}
