import type { SubmissionResult } from '@conform-to/react';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '~/models/user/rules';
import { morningPaths } from '~/morning-paths';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DangerZone } from '~/components/ui/danger-zone';
import { DialogLink } from '../dialogs/dialog-link';
import { DownloadLink } from '~/components/shell/download-link';
import { LanguageLinks } from '~/components/shell/language-menu';
import { LogOut } from '~/components/shell/log-out';
import { OfflineStatus } from '~/components/shell/offline-status';
import { ScreenHead } from '~/components/shell/screen-head';
import { Icon } from '../ui/icon';
import { useSubmissionCount } from '~/components/ui/use-submission-count';
import type { SettingsView } from './account-views';
import { BallotCard } from './ballot-card';
import { DETAILS_FORM, DetailsForm } from './details-form';
import { LINK_FORM, LinkForm } from './link-form';
import { MailsCard } from './mails-card';
import { PaymentsCard } from './payments-card';
import { PushCard } from './push-card';
import { PasswordDoubt } from './password-doubt';
import { PASSWORD_FORM, PasswordForm } from './password-form';
import { SecondFactorCard } from './second-factor-card';
import { SessionsCard } from './sessions-card';
import { SwitchCard } from './switch-card';
import { TableCard } from './table-card';

// Loaded separately, because guests do not need it.
const ReturnLink = lazy(async () => ({
  default: (await import('~/components/organizer/needs/return-link')).ReturnLink,
}));

/** The errors of one of the screen's forms. */
export interface SettingsReply {
  form: 'details' | 'link' | 'password' | 'take-back';
  result: SubmissionResult<string[]>;
}

/** The settings that the user's role can change. */
export function SettingsScreen({
  settings,
  reply,
}: {
  settings: SettingsView;
  reply?: SettingsReply;
}) {
  const { t } = useTranslation('account');
  const { role, isCoOrganizer, person, isReadOnly } = settings;
  const canChangeCredentials = settings.canChangeCredentials && !isReadOnly;
  const resultOf = (form: SettingsReply['form']) =>
    reply?.form === form ? reply.result : undefined;
  const detailsRounds = useSubmissionCount(DETAILS_FORM, resultOf('details'));
  const linkRounds = useSubmissionCount(LINK_FORM, resultOf('link'));
  const passwordRounds = useSubmissionCount(PASSWORD_FORM, resultOf('password'));
  const isChangingOrganizer = role === 'organizer' && canChangeCredentials;
  return (
    <main className="page" id="content">
      <ScreenHead title={t('settings.title')} />
      <div className="*:mb-4 *:break-inside-avoid laptop:columns-2 laptop:gap-x-5">
        {settings.doubt && isChangingOrganizer && (
          <PasswordDoubt
            {...settings.doubt}
            isProven={settings.isProven}
            lastResult={resultOf('take-back')}
          />
        )}
        <LanguageCard />
        {!person && <VisitorCard />}
        {person && canChangeCredentials && (
          <Card title={t('details.title')}>
            <DetailsForm
              key={detailsRounds}
              person={person}
              isOrganizer={role === 'organizer' && !isCoOrganizer}
              hasPassword={settings.hasPassword}
              lastResult={resultOf('details')}
            />
          </Card>
        )}
        {isChangingOrganizer && (
          // The form for another link is not needed until this link is copied or sent.
          <>
            {settings.returnUrl ? (
              <Card title={t('return_link.title')}>
                <Suspense>
                  <ReturnLink url={settings.returnUrl} next={paths.settings()} />
                </Suspense>
              </Card>
            ) : (
              <Card title={t('link.title')}>
                <LinkForm
                  key={linkRounds}
                  hasPassword={settings.hasPassword}
                  lastResult={resultOf('link')}
                />
              </Card>
            )}
          </>
        )}
        {isChangingOrganizer && (
          <Card title={t('password.title')}>
            <PasswordForm
              key={passwordRounds}
              hasPassword={settings.hasPassword}
              isProven={settings.isProven}
              lastResult={resultOf('password')}
            />
          </Card>
        )}
        {settings.secondFactor && (
          // Few users have one, so its texts are loaded separately.
          <Suspense>
            <SecondFactorCard {...settings.secondFactor} />
          </Suspense>
        )}
        {settings.mails && !isReadOnly && (
          <MailsCard mails={settings.mails} isOrganizer={role === 'organizer'} />
        )}
        {settings.push && <PushCard push={settings.push} />}
        {settings.morningMail && (
          <SwitchCard
            id="morning-mail"
            action={morningPaths.mailConsent()}
            field="mailConsent"
            view={settings.morningMail}
          />
        )}
        {settings.naming && (
          <SwitchCard id="naming" action={paths.naming()} field="named" view={settings.naming} />
        )}
        {settings.table && <TableCard table={settings.table} />}
        {settings.ballot && <BallotCard ballot={settings.ballot} />}
        {settings.payments && <PaymentsCard payments={settings.payments} />}
        <LeaveCard role={role} isReadOnly={isReadOnly} />
        {settings.sessions && <SessionsCard sessions={settings.sessions} />}
        {person && (
          <Card title={t('data.title')}>
            <p className="text-ink-soft">{t('data.text')}</p>
            <DownloadLink to={paths.ownData()}>{t('data.download')}</DownloadLink>
          </Card>
        )}
      </div>
      {/* Outside the columns, which cut off the margin of their last card. */}
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden">
        {(role === 'participant' || isCoOrganizer) && !isReadOnly && (
          <DangerCard
            title={t('danger.title')}
            text={t('danger.account_text')}
            to={paths.accountDelete()}
            label={t('danger.account')}
          />
        )}
        {isChangingOrganizer && !isCoOrganizer && (
          <DangerCard
            title={t('danger.event_title')}
            text={t('danger.event_text')}
            to={organizerPaths.eventDelete()}
            label={t('danger.event')}
          />
        )}
        {/* Comes last because it appears later, and must not shift other controls. */}
        <OfflineStatus />
      </div>
    </main>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card grid gap-4">
      <h2 className="m-0">{title}</h2>
      {children}
    </section>
  );
}

function LanguageCard() {
  const { t } = useTranslation();
  return (
    <Card title={t('language')}>
      <ul className="flex flex-wrap gap-2">
        <LanguageLinks className="button quiet slim aria-[current]:bg-sunk aria-[current]:font-bold" />
      </ul>
    </Card>
  );
}

function VisitorCard() {
  const { t } = useTranslation(['account', 'common']);
  return (
    <Card title={t('settings.visitor_title')}>
      <p className="text-ink-soft">{t('settings.visitor_text')}</p>
      <DialogLink className="button w-full" to={paths.login({ next: paths.settings() })}>
        <Icon name="user" />
        {t('common:nav.log_in')}
      </DialogLink>
    </Card>
  );
}

/**
 * The log-out button, which a phone's header does not have, with a note about what stays (rule
 * `session.way-back`).
 */
function LeaveCard({ role, isReadOnly }: { role: Role; isReadOnly: boolean }) {
  const { t } = useTranslation(['account', 'event']);
  return (
    <Card title={t('leave.title')}>
      <p className="text-ink-soft">{t(isReadOnly ? 'event:expired.look_out' : `leave.${role}`)}</p>
      <LogOut />
    </Card>
  );
}

function DangerCard({
  title,
  text,
  to,
  label,
}: {
  title: string;
  text: string;
  to: string;
  label: string;
}) {
  return (
    <DangerZone>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-56 flex-1">
          <h2 className="mb-1 text-danger">{title}</h2>
          <p className="mt-1 text-sm text-ink-soft">{text}</p>
        </div>
        <DialogLink className="button danger" to={to}>
          <Icon name="trash" />
          {label}
        </DialogLink>
      </div>
    </DangerZone>
  );
}
