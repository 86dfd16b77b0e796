import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { requireMember, requireRunning, requireVisit, wantsJson } from '~/http/guards.server';
import { dataOutcome, outcome } from '~/http/outcome.server';
import { receiveUpload } from '~/http/uploads.server';
import type { DomainError } from '~/models/errors';
import { parseValues } from '~/models/fields.schema';
import type { MissionKey } from '~/models/mission/rules';
import type { CountedPhoto } from '~/models/photo/read.server';
import { addPhoto } from '~/models/photo/write.server';
import { uploadSchema } from '~/models/photo/upload.schema';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';
import { photoAdded } from './photo-added';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** Uploading has no page: the slots are on the profile. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRunning(args);
  const { actor } = await requireVisit(args);
  return redirect(paths.ownPhotos(actor.role));
}

/**
 * Adds a photo to one of the user's own slots (rule `photos.slot`). A form is redirected, and errors are
 * shown at its slot; a script that accepts JSON gets the code.
 */
export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args, { next: paths.home('profile'), onceEnded: 'adding' });
  const { user, event, actor } = member;
  let position = 0;
  let asked: MissionKey | undefined;
  // An empty slot shows the error, so no notice repeats it.
  const isAtItsSlot = (code: DomainError['code']) =>
    code !== 'slot_taken' && position >= 1 && position <= event.maxPhotosPerUser;
  const says = {
    next: paths.ownPhotos(actor.role),
    done: (photo: CountedPhoto) =>
      photoAdded({ lapsed: photo.missionId === null ? (asked ?? null) : null }),
    refused: ({ code }: DomainError) => (isAtItsSlot(code) ? null : FAILED),
    keeps: ({ code }: DomainError) => ({ slotError: { position, code } }),
    status: 201,
    more: (photo: CountedPhoto) => ({ photo: { id: photo.id, position: photo.position } }),
  } as const;
  const add = async () => {
    await using upload = await receiveUpload(args, { sender: user.id });
    position = Number(upload.fields.position);
    const {
      uploadId,
      anySlot,
      caption,
      missionId,
      userId = user.id,
    } = parseValues(uploadSchema, upload.fields);
    asked = missionId;
    const { file } = upload;
    const place = { userId, eventId: event.id, position };
    // Awaited here, because the file is deleted at the end of this block.
    return await addPhoto(args.context.app, {
      actor,
      ...place,
      anySlot,
      caption,
      mission: missionId,
      file,
      uploadId,
    });
  };
  return wantsJson(args.request) ? dataOutcome(args, says, add) : outcome(args, says, add);
}

const FAILED = { title: 'event:slot.failed', text: 'event:slot.failed_text' } as const;

export const clientAction = keepForm;
