import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PlatformOverview } from '~/components/admin/platform-overview';
import { requireAdmin } from '~/http/admin.server';
import { languageOf, translator } from '~/i18n/i18n.server';
import { countPlatform } from '~/models/admin.server';
import { getStorageStatus } from '~/models/storage-settings.server';
import { pageMeta } from '../page-meta';
import type { AdminHandle } from './panel';

export const handle: AdminHandle = { tab: 'overview', i18n: ['admin', 'admin_errors'] };

/** The platform's figures (§2). */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const t = await translator(args.request);
  const { app } = args.context;
  const [counts, storage] = await Promise.all([countPlatform(app.db), getStorageStatus(app)]);
  const number = new Intl.NumberFormat(await languageOf(args.request));
  return {
    title: t('admin:settings'),
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
  const { figures, storage } = useLoaderData<typeof loader>();
  return <PlatformOverview figures={figures} storage={storage} />;
}
