import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import {
  PhotoDeleteDialog,
  type PhotoDeleteView,
} from '~/components/event/viewer/photo-delete-dialog';
import { invalidForm, parseForm, readForm } from '~/http/forms.server';
import { isDeletable, requireMember, requireVisit } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { backOf, nextOf } from '~/http/origin.server';
import { translator } from '~/i18n/i18n.server';
import { can } from '~/models/access';
import { DomainError } from '~/models/errors';
import { presentScreenPhoto, getPhoto } from '~/models/photo/read.server';
import { removePhoto, undoPhotoRemoval } from '~/models/photo/planned-removal.server';
import { removalFormSchema } from '~/models/report/schema';
import { suggestRemovalChoice } from '~/models/report/read.server';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';
import { orRefuse, pageId } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

async function leadsTo(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<string> {
  const { actor } = await requireVisit(args, { onceEnded: 'adding' });
  return nextOf(args.request, paths.ownPhotos(actor.role));
}

/** The confirmation, for the owner and the organizer. */
export async function loader(args: LoaderFunctionArgs) {
  const next = await leadsTo(args);
  const back = backOf(args.request, next);
  const member = await requireMember(args, { next, onceEnded: 'adding' });
  const { actor, event, user } = member;
  const { db, storage } = args.context.app;
  const t = await translator(args.request);
  return orRefuse(args, async () => {
    const photoId = pageId(args.params.photoId);
    const row = await getPhoto(db, { photoId, eventId: event.id, reader: actor });
    if (!can(actor, 'photo.delete', { eventId: event.id, ownerId: row.userId })) {
      throw new DomainError('access_denied');
    }
    if (!isDeletable(member, row)) throw redirect(paths.home());
    const { imageUrl, userName, userId } = presentScreenPhoto(row, storage);
    const isOwn = userId === user.id;
    const view: PhotoDeleteView = {
      imageUrl,
      userName,
      isOwn,
      suggested: isOwn ? null : await suggestRemovalChoice(db, { photoId, actor }),
      self: paths.photoDelete(photoId, { next, back }),
      back,
    };
    return { title: t('server:event.delete.title'), view };
  });
}

export async function action(args: ActionFunctionArgs) {
  const next = await leadsTo(args);
  const { actor } = await requireMember(args, { next, onceEnded: 'adding' });
  const form = await readForm(args);
  const { app } = args.context;
  const says = {
    next,
    refused: 'server:event.delete.failed',
    failed: 'photo_deletion_failed',
  } as const;
  if (form.get('intent') === 'undo') {
    return outcome(args, { ...says, done: 'server:event.delete.undone' }, () =>
      undoPhotoRemoval(app.db, {
        photoId: pageId(args.params.photoId),
        actor,
        now: app.now(),
      }),
    );
  }
  const submission = parseForm(form, removalFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { choice = null, details } = submission.value;
  const undo = { action: new URL(args.request.url).pathname, fields: { intent: 'undo' } };
  const done = (canUndo: boolean) =>
    ({ title: 'server:event.delete.deleted', undo: canUndo ? undo : undefined }) as const;
  return outcome(args, { ...says, done }, () =>
    removePhoto(app, {
      photoId: pageId(args.params.photoId),
      actor,
      reason: { choice, details: details || null },
      now: app.now(),
    }),
  );
}

export const clientAction = keepForm;

export const handle = { i18n: ['dialogs'] };

export const meta = pageMeta;

export default function PhotoDelete() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title}>
      <PhotoDeleteDialog view={view} />
    </DialogPage>
  );
}
