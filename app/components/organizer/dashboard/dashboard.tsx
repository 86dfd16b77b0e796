import { useTranslation } from 'react-i18next';
import type { Linked } from '~/models/event/door';
import { isDemo } from '~/models/event/rules';
import { invitationPaths } from '~/invitation-paths';
import type { DashboardView } from './dashboard-views';
import { ReturnLinkCard } from '~/components/account/return-link-card';
import { ScreenHead } from '~/components/shell/screen-head';
import { Icon } from '~/components/ui/icon';
import { DashboardDanger } from './dashboard-danger';
import { DashboardDownloads } from './dashboard-downloads';
import { DashboardFlags } from './dashboard-flags';
import { DashboardHead } from './dashboard-head';
import { DashboardInvite, DashboardSteps } from './dashboard-invite';
import { DashboardLeaders, DashboardProgress } from './dashboard-progress';
import { DashboardParticipants } from './dashboard-participants';
import { DashboardRules } from './dashboard-rules';
import { OpenDoor } from './open-door';
import { DashboardTabs } from '~/components/shell/dashboard-tabs';

/** The organizer's dashboard: the event, its rules, and all actions on it. */
export function Dashboard({ dashboard }: { dashboard: DashboardView }) {
  const { t } = useTranslation('organizer');
  const { event } = dashboard;
  return (
    <main className="page" id="content">
      <ScreenHead title={t('title')}>
        <InvitationLink link={dashboard.link} label={t('invitation_pdf')} />
      </ScreenHead>
      <DashboardTabs part="dashboard" />
      <div className="dashboard mt-4 grid gap-4 laptop:mt-5 laptop:grid-cols-12 laptop:gap-5">
        <DashboardInvite dashboard={dashboard} />
        <DashboardSteps dashboard={dashboard} />
        <ReturnLinkCard url={dashboard.returnUrl} />
        {dashboard.openDoor && <OpenDoor {...dashboard.openDoor} />}
        <DashboardHead dashboard={dashboard} />
        <DashboardProgress progress={dashboard.progress} />
        <DashboardLeaders leaders={dashboard.progress.leaders} />
        <DashboardRules event={event} />
        <DashboardDownloads damagedCount={dashboard.damagedCount} />
        <DashboardFlags view={dashboard.flags} isBeside />
        <DashboardParticipants participants={dashboard.participants} />
        <DashboardDanger isDemo={isDemo(event)} />
      </div>
    </main>
  );
}

/** The public page to print or save. */
function InvitationLink({ link, label }: { link: Linked; label: string }) {
  return (
    <a className="button quiet" href={invitationPaths.page(link)} target="_blank" rel="noopener">
      <Icon name="qr" />
      {label}
    </a>
  );
}
