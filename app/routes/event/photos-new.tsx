import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { AddPhotosDialog, type AddPhotosView } from '~/components/event/slots/add-photos-dialog';
import { requireMember } from '~/http/guards.server';
import { pageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import { freeSlots } from '~/models/photo/rules';
import { listUserPhotos } from '~/models/photo/read.server';
import { paths } from '~/paths';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

/**
 * Adds photos to the user's free slots. If no slot is free, the dialog says so: a redirect would discard what
 * was chosen before this response arrived.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { user, event, actor } = await requireMember(args, { next: paths.photosNew() });
  const slots = paths.ownPhotos(actor.role);
  const photos = await listUserPhotos(args.context.app.db, { eventId: event.id, userId: user.id });
  const free = freeSlots(photos, event.maxPhotosPerUser);
  const t = await translator(args.request);
  const view: AddPhotosView = { userId: user.id, free, slots };
  return { title: t('event:add.title'), view };
}

export const meta = pageMeta;

export default function PhotosNew() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={view.slots}>
      <AddPhotosDialog view={view} />
    </DialogPage>
  );
}
