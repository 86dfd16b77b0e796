import { useTranslation } from 'react-i18next';
import { isDemo } from '~/models/event';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { DeskView } from '~/components/event/event-views';
import { ReturnLinkCard } from '~/components/account/return-link-card';
import { ScreenHead } from '~/components/shell/screen-head';
import { Icon } from '~/components/ui/icon';
import { DeskDanger } from './dashboard-danger';
import { DeskDownloads } from './dashboard-downloads';
import { DeskFlags } from './dashboard-flags';
import { DeskHead } from './dashboard-head';
import { DeskParticipants } from './dashboard-participants';
import { DeskRules } from './dashboard-rules';
import { DeskTabs } from './dashboard-tabs';

/** The organizer's desk (§2): the event, its rules, and everything that is done with it. */
export function Desk({ desk }: { desk: DeskView }) {
  const { t } = useTranslation('organizer');
  const { event } = desk;
  return (
    <main className="page" id="content">
      <ScreenHead title={t('title')}>
        <InvitationLink eventId={event.id} label={t('invitation_pdf')} />
        <InviteLink />
      </ScreenHead>
      <DeskTabs part="desk" />
      <div className="desk">
        <ReturnLinkCard url={desk.returnUrl} />
        <DeskHead desk={desk} />
        <div className="phone-acts">
          <InvitationLink eventId={event.id} label={t('invitation')} />
          <InviteLink />
        </div>
        <DeskRules event={event} />
        <DeskDownloads participantCount={desk.participants.count} />
        <DeskFlags view={desk.flags} />
        <DeskParticipants participants={desk.participants} />
        <DeskDanger isDemo={isDemo(event)} />
      </div>
    </main>
  );
}

/** The page to print or save, for which nobody has to sign in. */
function InvitationLink({ eventId, label }: { eventId: number; label: string }) {
  return (
    <a className="btn quiet" href={paths.invitation(eventId)} target="_blank" rel="noopener">
      <Icon name="qr" />
      {label}
    </a>
  );
}

function InviteLink() {
  const { t } = useTranslation('organizer');
  return (
    <DialogLink className="btn" to={paths.invite()}>
      <Icon name="share" />
      {t('invite')}
    </DialogLink>
  );
}
