import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { requireMember, requireRunning, requireVisit } from '~/http/guards.server';
import { dataOutcome } from '~/http/outcome.server';
import { receiveUpload } from '~/http/uploads.server';
import { assertCan } from '~/models/access';
import { setEventImage } from '~/models/event/image.server';
import { parseValues } from '~/models/fields.schema';
import { imageUploadSchema } from '~/models/photo/upload.schema';
import { setSelfie } from '~/models/user/write.server';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** This form has no page: its results are on the profile. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRunning(args);
  const { actor } = await requireVisit(args);
  return redirect(paths.ownPhotos(actor.role));
}

/** A selfie or the event's image that a device has queued (rule `uploads.pending`). Only scripts send it. */
export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args, { next: paths.home('profile') });
  const { actor, event, user } = member;
  const { app } = args.context;
  let words: typeof SELFIE | typeof EVENT_IMAGE = SELFIE;
  const says = {
    done: () => words.done,
    refused: () => words.refused,
  };
  return dataOutcome(args, says, async () => {
    await using upload = await receiveUpload(args, { sender: user.id });
    const { place, userId, uploadId } = parseValues(imageUploadSchema, upload.fields);
    const { file } = upload;
    if (place === 'selfie') {
      await setSelfie(app, { actor, user: { id: userId, eventId: event.id }, file, uploadId });
    } else {
      words = EVENT_IMAGE;
      // Another user may have signed in on that device since.
      assertCan(actor, 'account.change', { eventId: event.id, ownerId: userId });
      await setEventImage(app, { actor, eventId: event.id, file, uploadId });
    }
  });
}

const SELFIE = {
  done: 'server:event.selfie.saved',
  refused: { title: 'server:event.selfie.failed', text: 'server:event.selfie.failed_text' },
} as const;
const EVENT_IMAGE = {
  done: 'organizer:image.saved',
  refused: 'organizer:image.failed',
} as const;

export const clientAction = keepForm;
