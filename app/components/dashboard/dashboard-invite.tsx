import { useTranslation } from 'react-i18next';
import { isDemo } from '~/models/event/rules';
import { invitationPaths } from '~/invitation-paths';
import { organizerPaths } from '~/organizer-paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { DashboardView } from '~/components/event/event-views';
import { shareNatively } from '~/components/shell/share-button';
import { useToast } from '~/components/shell/toaster';
import { Icon, type IconName } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';

/** What an organizer needs first: the code, the link, and, until a guest has joined, the next steps. */
export function DashboardInvite({ dashboard }: { dashboard: DashboardView }) {
  const { t } = useTranslation(['organizer', 'invitation']);
  const { event, link, shareUrl } = dashboard;
  const codePage = invitationPaths.page(link, { show: 'code' });
  return (
    <section className="dashboard-invite on-night">
      <a className="code" href={codePage} target="_blank" rel="noopener">
        <img
          src={invitationPaths.code(link, 'svg')}
          alt={t('invitation:qr_label', { event: event.name })}
          width={176}
          height={176}
        />
      </a>
      <div className="body">
        <p className="text-on-night-soft">{t('start.hint')}</p>
        <DialogLink className="button lit w-full" to={organizerPaths.invite()}>
          <Icon name="share" />
          {t('invite')}
        </DialogLink>
        <div className="ways">
          <ShareEvent name={event.name} url={shareUrl} />
          <a
            className="button quiet"
            href={invitationPaths.pdf(link, { layout: 'cards' })}
            download
          >
            <Icon name="file" />
            {t('start.cards')}
          </a>
          <a className="button quiet" href={codePage} target="_blank" rel="noopener">
            <Icon name="qr" />
            {t('start.large')}
          </a>
          {!isDemo(event) && (
            <DialogLink className="button quiet" to={organizerPaths.eventDoor()}>
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
      <ol className="next-steps">
        <li>
          <a href={organizerPaths.eventImage()}>
            <Step
              icon={hasPicture ? 'check' : 'camera'}
              title={hasPicture ? t('start.picture_done') : t('start.picture')}
              text={t('start.picture_text')}
            />
          </a>
        </li>
        <li>
          <DialogLink to={organizerPaths.invite()}>
            <Step icon="share" title={t('start.invite')} text={t('start.invite_text')} />
          </DialogLink>
        </li>
        <li>
          <a href={invitationPaths.pdf(link, { layout: 'cards' })} download>
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
      <span>
        <b>{title}</b>
        <span>{text}</span>
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
    <button className="button quiet" type="button" onClick={share}>
      <Icon name="share" />
      {t('start.share')}
    </button>
  );
}
