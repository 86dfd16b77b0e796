import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { LogOut } from './log-out';
import { MiniPrints } from './mini-prints';
import { Icon } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';

/** An ended event: its name, and its last day as text. */
export interface EndedEvent {
  name: string;
  endDay: string;
  /** The last day on which this reader may look back, as text; null if they may not, or may do more. */
  until: string | null;
  /** The last day on which this reader may add late photos, as text; null if they may not. */
  photosUntil: string | null;
  /**
   * A pattern of the paths that are closed to organizers, too. It comes from the server, so that guests do not load the
   * paths.
   */
  closed: string;
}

/**
 * The whole screen of an ended event (rule `event.ended`), with the string of lights switched off. Its organizer can
 * sign in or go to the shop, and everybody can log out. Guests who may look back never see it (rule `event.look-back`).
 * @param event if it is unknown, a plain sentence replaces it
 */
export function EndedOverlay({
  event,
  isOrganizer,
  loginLink,
}: {
  event: EndedEvent | null;
  isOrganizer: boolean;
  /** Only for visitors: the link for the organizer to sign in. */
  loginLink?: string;
}) {
  const { t } = useTranslation(['event', 'auth']);
  return (
    <main className="on-night sky @container/text flex min-h-dvh flex-col" id="content">
      <Lights className="mt-6" out />
      <div className="m-auto grid max-w-96 justify-items-center gap-4 px-5 pt-4 pb-16 text-center">
        <MiniPrints
          className="w-full pt-3 pb-4 brightness-80 saturate-35"
          printClassName="w-[30%] max-w-24 p-1 nth-2:w-[33%] nth-2:max-w-27 nth-2:-translate-y-1 nth-1:-rotate-6 nth-3:rotate-5"
        />
        <h1>{t('expired.title')}</h1>
        <p className="text-on-night-soft">
          {event
            ? t(isOrganizer ? 'expired.organizer_text' : 'expired.guest_text', {
                event: event.name,
                day: event.endDay,
              })
            : t('expired.plain_text')}
        </p>
        {isOrganizer && (
          <Link className="button lit big w-full" to={paths.shop()}>
            <Icon name="tag" />
            {t('expired.shop')}
          </Link>
        )}
        {loginLink && (
          <Link className="button lit big w-full" to={loginLink}>
            {t('auth:join.as_organizer')}
          </Link>
        )}
        <LogOut className="w-full" />
      </div>
    </main>
  );
}
