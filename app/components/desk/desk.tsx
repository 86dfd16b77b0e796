import { useTranslation } from 'react-i18next';
import { isDemo } from '~/models/event';
import { paths } from '~/paths';
import { DialogLink } from '../dialogs/dialog-link';
import type { DeskView } from '../event-views';
import { ReturnLinkCard } from '../return-link-card';
import { ScreenHead } from '../screen-head';
import { Icon } from '../ui/icon';
import { DeskDanger } from './desk-danger';
import { DeskDownloads } from './desk-downloads';
import { DeskFlags } from './desk-flags';
import { DeskHead } from './desk-head';
import { DeskParticipants } from './desk-participants';
import { DeskRules } from './desk-rules';
import { DeskTabs } from './desk-tabs';

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
