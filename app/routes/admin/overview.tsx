import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { JobsCard } from '~/components/admin/jobs-card';
import { PlatformOverview } from '~/components/admin/platform-overview';
import { requireAdmin } from '~/http/admin.server';
import { languageOf, translator } from '~/i18n/i18n.server';
import { countPlatform } from '~/models/admin.server';
import { getStorageStatus } from '~/models/storage-settings.server';
import { pageMeta } from '~/http/page-meta';
import { loadJobs } from './load-jobs.server';
import type { AdminHandle } from './panel';

export const handle: AdminHandle = { tab: 'overview', i18n: ['admin', 'admin_errors'] };

/** The platform's figures. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const t = await translator(args.request);
  const { app } = args.context;
  const [counts, storage, jobs] = await Promise.all([
    countPlatform(app.db),
    getStorageStatus(app),
    loadJobs(args),
  ]);
  const number = new Intl.NumberFormat(await languageOf(args.request));
  return {
    title: t('admin:settings'),
    jobs,
    figures: {
      users: number.format(counts.users),
      events: number.format(counts.events),
      uploads: number.format(storage.uploadStats.totalUploads),
    },
    storage: {
      primary: storage.ftpStorageActive ? ('ftp' as const) : storage.base,
      isFtpConfigured: storage.ftpConfigured,
      isFtpDown: storage.isFtpDown,
    },
  };
}

export const meta = pageMeta;

export default function Overview() {
  const { figures, storage, jobs } = useLoaderData<typeof loader>();
  return (
    <>
      <PlatformOverview figures={figures} storage={storage} />
      <JobsCard jobs={jobs} />
    </>
  );
}
