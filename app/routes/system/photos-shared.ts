import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireMember } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { receiveUpload } from '~/http/uploads.server';
import { addPhoto } from '~/models/photo.server';
import { paths } from '~/paths';

/** Sharing leads to the dialog that adds photos. */
export const loader = () => redirect(paths.photosNew());

/**
 * What a phone's gallery shares where no service worker takes it (rule `uploads.share`): one photo, into the
 * first free slot.
 */
export async function action(args: ActionFunctionArgs) {
  const { user, event, actor } = await requireMember(args, { next: paths.home('profile') });
  const { app } = args.context;
  const says = {
    next: paths.ownPhotos(actor.role),
    done: 'own:slot.added',
    refused: () => ({ title: 'own:slot.failed', text: 'own:slot.failed_text' }) as const,
  } as const;
  return outcome(args, says, async () => {
    await using upload = await receiveUpload(args, { userId: user.id });
    const slot = { userId: user.id, eventId: event.id, position: 1, anySlot: true };
    await addPhoto(app, { actor, ...slot, file: upload.file });
  });
}
