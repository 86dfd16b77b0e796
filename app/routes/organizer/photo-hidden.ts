import type { ActionFunctionArgs } from '@remix-run/node';
import type { UndoForm } from '~/browser/answer';
import { readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { redirectLoader, pageId } from '~/http/refusal.server';
import { setPhotoHidden, setPhotoWaiting } from '~/models/photo/hide.server';
import type { ListedPhoto } from '~/models/photo/read.server';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';
import { safeNext } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** This form has no page. */
export const loader = redirectLoader(organizerPaths.flags(), 'photoId');

/** Hides a photo (`hidden` = 1), shows it again, or lets it wait again (`hidden` = wait). */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const { app } = args.context;
  const form = await readForm(args);
  const says = {
    next: safeNext(form.get('next'), organizerPaths.flags()),
    refused: { title: 'flags:error', text: 'flags:hidden.failed' },
    isReplacing: true,
  } as const;
  if (form.get('hidden') === 'wait') {
    return outcome(args, { ...says, done: 'organizer:waiting.again' }, () =>
      setPhotoWaiting(app.db, { photoId: pageId(args.params.photoId), actor, now: app.now() }),
    );
  }
  const isHidden = form.get('hidden') === '1';
  const undoTo = (hidden: string): UndoForm => ({
    action: new URL(args.request.url).pathname,
    fields: { hidden },
  });
  const done = (before: ListedPhoto) => doneTo(before, isHidden, undoTo);
  return outcome(args, { ...says, done }, () =>
    setPhotoHidden(app.db, {
      photoId: pageId(args.params.photoId),
      actor,
      isHidden,
      now: app.now(),
    }),
  );
}

/** The notice for a photo that waited does not mention stars, because it has none. */
function doneTo(
  { isPending }: ListedPhoto,
  isHidden: boolean,
  undoTo: (hidden: string) => UndoForm,
) {
  if (isPending) {
    const undo = undoTo('wait');
    return isHidden
      ? ({
          title: 'organizer:waiting.refused',
          text: 'organizer:waiting.refused_text',
          undo,
        } as const)
      : ({ title: 'organizer:waiting.approved', undo } as const);
  }
  const undo = undoTo(isHidden ? '0' : '1');
  return isHidden
    ? ({ title: 'flags:hidden.hidden', text: 'flags:hidden.hidden_text', undo } as const)
    : ({ title: 'flags:hidden.shown', text: 'flags:hidden.shown_text', undo } as const);
}

export const clientAction = keepForm;
