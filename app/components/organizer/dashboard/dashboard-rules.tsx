import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FAVORITES_MAX } from '~/models/photo/star';
import { organizerPaths } from '~/organizer-paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Days } from '~/components/ui/days';
import type { RulesSummary, VotingTimesView } from './dashboard-views';
import { LateText } from './late-photos-row';

/** The rules for all guests, read-only; they are changed on their own page. */
export function DashboardRules({ rules }: { rules: RulesSummary }) {
  const { t } = useTranslation('organizer');
  return (
    <section className="card">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="m-0">{t('rules.title')}</h2>
        <Link className="link -my-2 text-sm" to={organizerPaths.eventRules()}>
          {t('rules.change')}
        </Link>
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 laptop:grid-cols-3 xl:grid-cols-6">
        <Rule name={t('rules.photos')}>{rules.photosEach}</Rule>
        <Rule name={t('rules.new')}>
          {t(rules.isApproved ? 'rules.new_wait' : 'rules.new_shown')}
        </Rule>
        <Rule name={t('rules.stars')}>
          {FAVORITES_MAX}
          <span className="block text-sm font-normal text-ink-soft">
            {!rules.voting.counted && t(rules.isVotingOn ? 'rules.voting_on' : 'rules.voting_off')}
            <VotingTimes times={rules.voting} />
          </span>
        </Rule>
        <Rule name={t('standings.title')}>
          {t(`standings.${rules.standings.choice}`)}
          {rules.standings.isHidden && (
            <span className="block text-sm font-normal text-ink-soft">
              {t('standings.now_hidden')}
            </span>
          )}
        </Rule>
        <Rule name={t('rules.days')}>
          <Days days={rules.dates} />
        </Rule>
        <Rule name={t('door.who')}>{t(rules.isCodeOnly ? 'door.code' : 'door.names')}</Rule>
        {rules.late && (
          <Rule name={t('late.title')}>
            <LateText late={rules.late} />
            <DialogLink className="link block text-sm" to={organizerPaths.eventLatePhotos()}>
              {t('late.open')}
            </DialogLink>
          </Rule>
        )}
        <Rule name={t('rules.kept')}>{rules.keptUntil}</Rule>
      </dl>
    </section>
  );
}

/** When voting opens and closes, and when the votes were counted, a row for each. */
export function VotingTimes({ times: { opens, closes, counted } }: { times: VotingTimesView }) {
  const { t } = useTranslation('organizer');
  return (
    <>
      {opens && <span className="block text-sm">{t('rules.opens', { time: opens })}</span>}
      {closes && <span className="block text-sm">{t('rules.closes', { time: closes })}</span>}
      {counted && <span className="block text-sm">{t('result.counted', { time: counted })}</span>}
    </>
  );
}

function Rule({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 border-line wrap-anywhere laptop:[&:not(:nth-child(3n+1))]:border-l laptop:[&:not(:nth-child(3n+1))]:pl-3.5 xl:not-first:border-l xl:not-first:pl-3.5">
      <dt className="text-xs/[1.4] text-ink-soft">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
