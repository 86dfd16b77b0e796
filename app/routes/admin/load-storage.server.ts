import type { StorageView } from '~/components/admin/storage-views';
import type { RequestArgs } from '~/http/context';
import { languageOf } from '~/i18n/i18n.server';
import { shareOf } from '~/models/storage';
import { getStorageStatus } from '~/models/storage-settings.server';

/** The data of the Storage screen, with figures in the reader's language. */
export async function loadStorage(args: RequestArgs): Promise<StorageView> {
  const language = await languageOf(args.request);
  const { uploadStats: stats, ...status } = await getStorageStatus(args.context.app);
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const amount = (count: number) => ({
    count,
    text: `${number.format(count)} · ${percent.format(shareOf(count, stats.totalUploads) / 100)}`,
  });
  return {
    ...status,
    counts: {
      total: stats.totalUploads,
      local: amount(stats.localUploads),
      ftp: amount(stats.ftpUploads),
      s3: amount(stats.s3Uploads),
    },
  };
}
