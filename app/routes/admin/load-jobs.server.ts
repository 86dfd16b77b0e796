import type { LoaderFunctionArgs } from '@remix-run/node';
import type { JobLine } from '~/components/admin/jobs-card';
import { formatMoment } from '~/i18n/format';
import { languageOf } from '~/i18n/i18n.server';
import { listJobs } from '~/models/job/run.server';

/** The status of each background job, with formatted times. */
export async function loadJobs({ request, context }: LoaderFunctionArgs): Promise<JobLine[]> {
  const { db, env, now } = context.app;
  const language = await languageOf(request);
  const jobs = await listJobs(db, { now: now() });
  return jobs.map(({ lastFinishedAt: at, ...job }) => ({
    ...job,
    ranAt: at && formatMoment(at, language, env.EVENT_TIME_ZONE),
  }));
}
