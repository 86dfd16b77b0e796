import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DayCard } from '~/components/admin/day-card';
import { DoctorLink } from '~/components/admin/doctor-link';
import { FirstRunCard } from '~/components/admin/first-run-card';
import { GrowthCard } from '~/components/admin/growth-card';
import { JobsCard } from '~/components/admin/jobs-card';
import { PlatformOverview } from '~/components/admin/platform-overview';
import { requireAdmin } from '~/http/admin.server';
import { formatBytes, formatDayAndMonth, formatDayInFigures } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { countPlatform } from '~/models/admin/account.server';
import { readFirstSteps } from '~/models/admin/first-run.server';
import { isDiskLow } from '~/models/admin/platform';
import { readDatabasePlace, readDisk, readGrowth } from '~/models/admin/platform.server';
import { getStorageStatus } from '~/models/storage/settings.server';
import { pageMeta } from '~/http/page-meta';
import { loadDay } from './load-day.server';
import { loadJobs } from './load-jobs.server';
import type { AdminHandle } from './panel';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle: AdminHandle = { tab: 'overview', i18n: ['admin'] };

/** The platform's totals. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const t = await translator(args.request);
  const { app } = args.context;
  const { EVENT_TIME_ZONE: timeZone, DATABASE_URL: url, DATA_DIR } = app.env;
  const [counts, storage, jobs, growth, database, disk, firstSteps, language] = await Promise.all([
    countPlatform(app.db),
    getStorageStatus(app),
    loadJobs(args),
    readGrowth(app.db, { today: app.today(), timeZone }),
    readDatabasePlace(app.db, { url }),
    readDisk({ dataDir: DATA_DIR }),
    readFirstSteps(app, { readAt: new URL(args.request.url).origin }),
    languageOf(args.request),
  ]);
  const number = new Intl.NumberFormat(language);
  return {
    title: t('admin:settings'),
    firstSteps,
    jobs,
    day: await loadDay(args),
    figures: {
      users: number.format(counts.users),
      events: number.format(counts.events),
      uploads: number.format(storage.uploadStats.totalUploads),
    },
    storage: {
      primary: storage.wanted,
      isFtpConfigured: storage.ftpConfigured,
      isFtpDown: storage.isFtpDown,
      disk: {
        free: formatBytes(disk.free, language),
        total: formatBytes(disk.total, language),
        isLow: isDiskLow(disk),
        isFull: await app.disk.isFull(),
      },
    },
    database,
    growth: growth.map(({ day, ...came }) => ({
      ...came,
      day: formatDayAndMonth(day, language),
      label: formatDayInFigures(day, language),
    })),
  };
}

export const meta = pageMeta;

export default function Overview() {
  const { figures, storage, database, growth, day, jobs, firstSteps } =
    useLoaderData<typeof loader>();
  return (
    <>
      {firstSteps && <FirstRunCard steps={firstSteps} />}
      <PlatformOverview figures={figures} storage={storage} database={database} />
      <DayCard day={day} />
      <GrowthCard days={growth} />
      <JobsCard jobs={jobs} />
      <DoctorLink />
    </>
  );
}
