import { useTranslation } from 'react-i18next';
import {
  JOB_COUNTS,
  type JobCount,
  type JobCounts,
  type JobName,
  type JobStatus,
} from '~/models/job/rules';
import { Icon } from '../ui/icon';
import { Pill } from '../ui/pill';

/** A job for display, with a formatted time of its last run. */
export type JobLine = Omit<JobStatus, 'lastFinishedAt'> & { ranAt: string | null };

/** The background jobs: whether they run, what they did last, and their errors. */
export function JobsCard({ jobs }: { jobs: JobLine[] }) {
  const { t } = useTranslation('admin');
  return (
    <section className="card mt-4">
      <div className="flex items-center gap-3">
        <Icon name="gear" />
        <h2>{t('jobs.title')}</h2>
      </div>
      <ul>
        {jobs.map((job) => (
          <JobItem key={job.name} job={job} />
        ))}
      </ul>
    </section>
  );
}

function JobItem({ job }: { job: JobLine }) {
  const { t } = useTranslation('admin');
  const { name, ranAt, error } = job;
  return (
    <li className="grid gap-1 border-line py-3.5 not-first:border-t">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3>{t(`jobs.names.${name}`)}</h3>
        <StatePill job={job} />
      </div>
      <p className="text-sm text-ink-soft">{t(`jobs.hints.${name}`)}</p>
      {ranAt && (
        <p className="text-sm">
          {t('jobs.ran', { time: ranAt })}
          {error === null && job.counts && <Deeds name={name} counts={job.counts} />}
        </p>
      )}
      {job.isHeld && <p className="text-sm">{t('jobs.heldText')}</p>}
      {error !== null && (
        <details className="text-sm">
          <summary className="list-item min-h-7 cursor-pointer py-1">
            {t('jobs.failures', { count: job.failures })}
          </summary>
          <p className="wrap-anywhere">{error}</p>
          <p className="text-ink-soft">{t('jobs.retry')}</p>
        </details>
      )}
    </li>
  );
}

function Deeds({ name, counts }: { name: JobName; counts: JobCounts }) {
  const { t } = useTranslation('admin');
  const kinds: readonly JobCount[] = JOB_COUNTS[name];
  const done = kinds.flatMap((deed) => {
    const count = counts[deed] ?? 0;
    return count > 0 ? [t(`jobs.did.${deed}`, { count })] : [];
  });
  return ` · ${done.length > 0 ? done.join(', ') : t('jobs.nothing')}`;
}

function StatePill({ job: { isRunning, isHeld, error, ranAt } }: { job: JobLine }) {
  const { t } = useTranslation('admin');
  if (isRunning) return <Pill icon="refresh">{t('jobs.running')}</Pill>;
  if (isHeld) {
    return (
      <Pill tone="bad" icon="clock">
        {t('jobs.held')}
      </Pill>
    );
  }
  if (error !== null) {
    return (
      <Pill tone="bad" icon="alert">
        {t('jobs.failing')}
      </Pill>
    );
  }
  if (!ranAt) return <Pill icon="clock">{t('jobs.never')}</Pill>;
  return (
    <Pill tone="ok" icon="check">
      {t('jobs.fine')}
    </Pill>
  );
}
