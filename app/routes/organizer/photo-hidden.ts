import type { ActionFunctionArgs } from '@remix-run/node';
import { readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { redirectLoader, pageId } from '~/http/refusal.server';
import { setPhotoHidden } from '~/models/photo/hide.server';
import type { ListedPhoto } from '~/models/photo/read.server';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';
import { safeNext } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** This form has no page. */
export const loader = redirectLoader(organizerPaths.flags(), 'photoId');

/** Hides a photo (`hidden` = 1) or shows it again. */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const { app } = args.context;
  const form = await readForm(args);
  const isHidden = form.get('hidden') === '1';
  const says = {
    next: safeNext(form.get('next'), organizerPaths.flags()),
    done: (before: ListedPhoto) => doneTo(before, isHidden),
    refused: { title: 'flags:error', text: 'flags:hidden.failed' },
    isReplacing: true,
  } as const;
  return outcome(args, says, () =>
    setPhotoHidden(app.db, {
      photoId: pageId(args.params.photoId),
      actor,
      isHidden,
      now: app.now(),
    }),
  );
}

/** The notice for a photo that waited says nothing of stars, because it has none. */
function doneTo({ isPending }: ListedPhoto, isHidden: boolean) {
  if (isHidden) {
    return isPending
      ? ({ title: 'organizer:waiting.refused', text: 'organizer:waiting.refused_text' } as const)
      : ({ title: 'flags:hidden.hidden', text: 'flags:hidden.hidden_text' } as const);
  }
  return isPending
    ? ({ title: 'organizer:waiting.approved' } as const)
    : ({ title: 'flags:hidden.shown', text: 'flags:hidden.shown_text' } as const);
}

export const clientAction = keepForm;
