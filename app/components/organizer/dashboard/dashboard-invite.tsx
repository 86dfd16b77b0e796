import { useTranslation } from 'react-i18next';
import { isDemo } from '~/models/event/rules';
import { invitationPaths } from '~/invitation-paths';
import { organizerPaths } from '~/organizer-paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { DashboardView } from './dashboard-views';
import { shareNatively } from '~/components/shell/share-button';
import { useToast } from '~/components/shell/toaster';
import { Icon, type IconName } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';

const CLASSES_WAY = 'button quiet flex-[1_1_7rem] px-2';
const CLASSES_STEP = 'flex min-h-touch items-center gap-3.5 py-2.5 no-underline';

/** What an organizer needs first: the code, the link, and, until a guest has joined, the next steps. */
export function DashboardInvite({ dashboard }: { dashboard: DashboardView }) {
  const { t } = useTranslation(['organizer', 'invitation']);
  const { event, link, shareUrl } = dashboard;
  const codePage = invitationPaths.page(link, { show: 'code' });
  return (
    <section className="on-night grid justify-items-center gap-4 rounded-sheet bg-night p-4.5 text-on-night laptop:grid-cols-[auto_minmax(0,1fr)] laptop:items-center laptop:justify-items-start laptop:gap-6 laptop:px-6 laptop:py-5">
      <a
        className="block rounded-card bg-[#ffffff] p-1"
        href={codePage}
        target="_blank"
        rel="noopener"
      >
        {/* Its own square corners would stick out of the frame's. */}
        <img
          className="size-44 rounded-[calc(var(--radius-card)-0.25rem)]"
          src={invitationPaths.code(link, 'svg')}
          alt={t('invitation:qr_label', { event: event.name })}
          width={176}
          height={176}
        />
      </a>
      <div className="grid w-full min-w-0 gap-3 laptop:max-w-lg">
        <p className="text-on-night-soft">{t('start.hint')}</p>
        <DialogLink className="button lit w-full" to={organizerPaths.invite()}>
          <Icon name="share" />
          {t('invite')}
        </DialogLink>
        <div className="flex flex-wrap gap-3">
          <ShareEvent name={event.name} url={shareUrl} />
          <a className={CLASSES_WAY} href={invitationPaths.pdf(link, { layout: 'cards' })} download>
            <Icon name="file" />
            {t('start.cards')}
          </a>
          <a className={CLASSES_WAY} href={codePage} target="_blank" rel="noopener">
            <Icon name="qr" />
            {t('start.large')}
          </a>
          {!isDemo(event) && (
            <DialogLink className={CLASSES_WAY} to={organizerPaths.eventDoor()}>
              <Icon name="door" />
              {t('door.renew')}
            </DialogLink>
          )}
        </div>
      </div>
    </section>
  );
}

/** Three steps before the first guest arrives. */
export function DashboardSteps({ dashboard }: { dashboard: DashboardView }) {
  const { t } = useTranslation('organizer');
  const { event, link, participants } = dashboard;
  if (participants.count > 0) return null;
  const hasPicture = event.imageUrl !== null;
  return (
    <section className="card">
      <h2>{t('start.title')}</h2>
      <ol className="divide-y divide-line">
        <li>
          <a className={CLASSES_STEP} href={organizerPaths.eventImage()}>
            <Step
              icon={hasPicture ? 'check' : 'camera'}
              title={hasPicture ? t('start.picture_done') : t('start.picture')}
              text={t('start.picture_text')}
            />
          </a>
        </li>
        <li>
          <DialogLink className={CLASSES_STEP} to={organizerPaths.invite()}>
            <Step icon="share" title={t('start.invite')} text={t('start.invite_text')} />
          </DialogLink>
        </li>
        <li>
          <a
            className={CLASSES_STEP}
            href={invitationPaths.pdf(link, { layout: 'cards' })}
            download
          >
            <Step icon="file" title={t('start.print')} text={t('start.print_text')} />
          </a>
        </li>
      </ol>
    </section>
  );
}

function Step({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <>
      <Icon name={icon} />
      <span className="min-w-0 flex-1">
        <b className="block">{title}</b>
        <span className="text-sm/[inherit] text-ink-soft">{text}</span>
      </span>
      <Icon name="chevron-right" />
    </>
  );
}

/** Shares the event's link; copies it if the device cannot share. */
function ShareEvent({ name, url }: { name: string; url: string }) {
  const { t } = useTranslation('organizer');
  const toast = useToast();
  const isHydrated = useHydrated();
  if (!isHydrated) return null;

  async function share() {
    if (await shareNatively({ title: name, url })) return;
    try {
      await navigator.clipboard.writeText(url);
      toast({ tone: 'ok', title: t('start.shared') });
    } catch {
      toast({ tone: 'bad', title: t('start.failed') });
    }
  }

  return (
    <button className={CLASSES_WAY} type="button" onClick={share}>
      <Icon name="share" />
      {t('start.share')}
    </button>
  );
}
