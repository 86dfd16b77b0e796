import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { MiniPrints } from './mini-prints';
import { Icon } from '~/components/ui/icon';
import { PostForm } from '~/components/ui/post-form';
import { Lights } from '~/components/ui/lights';

/**
 * The whole screen once an event has ended (rule `event.ended`): the string of lights is out, and
 * all one can do is log out, or, for its organizer, sign in and go to the shop.
 * @param event its name and last day in words; unknown, a plain sentence
 */
export function EndedOverlay({
  event,
  isOrganizer,
  loginLink,
}: {
  event: { name: string; endDay: string } | null;
  isOrganizer: boolean;
  /** Only for visitors: the organizer's way in. */
  loginLink?: string;
}) {
  const { t } = useTranslation(['event', 'common', 'auth']);
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
        <PostForm className="w-full" action={paths.logout()}>
          <button className="button quiet w-full">
            <Icon name="door" />
            {t('common:nav.log_out')}
          </button>
        </PostForm>
      </div>
    </main>
  );
}
