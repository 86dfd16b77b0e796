import type { LoaderFunctionArgs } from '@remix-run/node';
import type { MessageView } from '~/components/account/account-views';
import type { Member } from '~/http/guards.server';
import { translator } from '~/i18n/i18n.server';
import type { KeepingWarning } from '~/models/event/rules';
import { organizerPaths } from '~/organizer-paths';

/** The downloads that a warning offers its reader to take home. */
export type DownloadsOf = (warning: KeepingWarning | null) => MessageView['downloads'];

/**
 * The files that a warning before a deletion offers an organizer, the same as in its mail (rule `retention.warning`). A
 * former organizer gets the message without them.
 */
export async function readKeepingDownloads(
  args: LoaderFunctionArgs,
  { user, event }: Member,
): Promise<DownloadsOf> {
  if (!user.isOrganizer) return () => [];
  const t = await translator(args.request);
  const photoCount = await args.context.app.feeds.countPhotos(event.id);
  const pictures = [
    { to: organizerPaths.allPhotosZip({ format: 'jpeg' }), label: t('organizer:wrap.all_jpeg') },
    { to: organizerPaths.album(), label: t('organizer:wrap.album') },
  ];
  const guests = { to: organizerPaths.guestsCsv(), label: t('organizer:wrap.guest_list') };
  return (warning) => {
    if (warning === null) return [];
    return warning === 'photos' && photoCount > 0 ? [...pictures, guests] : [guests];
  };
}
