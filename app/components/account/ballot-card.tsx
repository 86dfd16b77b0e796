import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { DownloadLink } from '~/components/shell/download-link';
import type { BallotView } from './account-views';

/** The user's receipt for their ballot, and whether the result contains it (rule `result.receipt`). */
export function BallotCard({ ballot: { voter, result, isResultOpen } }: { ballot: BallotView }) {
  const { t } = useTranslation('account');
  const found = result?.hasBallot ? 'ballot.in' : 'ballot.out';
  return (
    <section className="card grid gap-3">
      <h2 className="m-0">{t('ballot.title')}</h2>
      <p className="break-all">
        <code>{voter}</code>
      </p>
      <p className="text-ink-soft">{t('ballot.text')}</p>
      <p className={result ? 'font-semibold' : 'text-ink-soft'}>
        {t(result ? found : 'ballot.before')}
      </p>
      {result && (
        <p className="text-sm break-all text-ink-soft">
          {t('ballot.digest', { digest: result.digest })}
        </p>
      )}
      {result && isResultOpen && (
        <DownloadLink to={organizerPaths.resultFile()}>{t('ballot.download')}</DownloadLink>
      )}
    </section>
  );
}
