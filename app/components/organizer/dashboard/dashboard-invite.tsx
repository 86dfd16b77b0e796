import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { invitationPaths } from '~/invitation-paths';
import { organizerPaths } from '~/organizer-paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { MisprintLine } from '~/components/organizer/invitation/print-form';
import { Icon } from '~/components/ui/icon';
import type { DashboardView } from './dashboard-views';

const CLASSES_WAY = 'button quiet min-w-min flex-[1_1_7rem] px-2';

/** The event's code, and the ways to invite. */
export function DashboardInvite({ dashboard }: { dashboard: DashboardView }) {
  const { t } = useTranslation(['organizer', 'invitation']);
  const { eventName, link, misprint } = dashboard;
  const codePage = invitationPaths.page(link, { show: 'code' });
  return (
    <section className="on-night flex flex-col justify-center gap-3 rounded-sheet bg-linear-to-b/srgb from-night-deep to-night-lift p-4 text-on-night laptop:col-span-6 xl:col-span-4">
      <div className="flex flex-wrap items-center gap-4">
        <a
          className="block flex-none rounded-card bg-[#ffffff] p-1"
          href={codePage}
          target="_blank"
          rel="noopener"
        >
          {/* Its own square corners would stick out of the frame's. */}
          <img
            className="size-31 rounded-[calc(var(--radius-card)-0.25rem)]"
            src={invitationPaths.code(link, 'svg')}
            alt={t('invitation:qr_label', { event: eventName })}
            width={124}
            height={124}
          />
        </a>
        <div className="grid min-w-min flex-1 gap-2.5">
          <h2 className="m-0">{t('start.title')}</h2>
          <p className="text-sm text-on-night-soft">{t('start.hint')}</p>
          <DialogLink className="button lit w-full" to={organizerPaths.invite()}>
            <Icon name="share" />
            {t('invite')}
          </DialogLink>
        </div>
      </div>
      <MisprintLine misprint={misprint} />
      <div className="flex flex-wrap gap-2">
        <a className={CLASSES_WAY} href={invitationPaths.pdf(link, { layout: 'cards' })} download>
          <Icon name="file" />
          {t('start.cards')}
        </a>
        <a className={CLASSES_WAY} href={codePage} target="_blank" rel="noopener">
          <Icon name="qr" />
          {t('start.large')}
        </a>
        <Link className={CLASSES_WAY} to={organizerPaths.wall()}>
          <Icon name="screen" />
          {t('start.wall')}
        </Link>
      </div>
    </section>
  );
}
