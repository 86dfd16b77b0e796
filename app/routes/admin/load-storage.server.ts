import type { StorageView } from '~/components/admin/storage-views';
import type { RequestArgs } from '~/http/context';
import { languageOf } from '~/i18n/i18n.server';
import { shareOf } from '~/models/storage/rules';
import { getStorageStatus } from '~/models/storage/settings.server';

/** The data of the Storage screen, with figures in the reader's language. */
export async function loadStorage(args: RequestArgs): Promise<StorageView> {
  const language = await languageOf(args.request);
  const status = await getStorageStatus(args.context.app);
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const textOf = (count: number) => {
    const share = shareOf(count, status.uploadStats.totalUploads);
    return `${number.format(count)} · ${percent.format(share / 100)}`;
  };
  const places = status.places.map((place) => ({ ...place, text: textOf(place.photos) }));
  return { ...status, places };
}
