import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireMember } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { receiveUpload } from '~/http/uploads.server';
import { addPhoto } from '~/models/photo/write.server';
import { paths } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** Sharing leads to the dialog that adds photos. */
export const loader = () => redirect(paths.photosNew());

/**
 * The share target for a phone's gallery when no service worker handles it (rule `uploads.share`): takes one
 * photo, into the first free slot.
 */
export async function action(args: ActionFunctionArgs) {
  const { user, event, actor } = await requireMember(args, {
    next: paths.home('profile'),
    onceEnded: 'adding',
  });
  const { app } = args.context;
  const says = {
    next: paths.ownPhotos(actor.role),
    done: 'server:event.slot.added',
    refused: () => ({ title: 'event:slot.failed', text: 'event:slot.failed_text' }) as const,
  } as const;
  return outcome(args, says, async () => {
    await using upload = await receiveUpload(args, { sender: user.id });
    const slot = { userId: user.id, eventId: event.id, position: 1, anySlot: true };
    await addPhoto(app, { actor, ...slot, file: upload.file });
  });
}
