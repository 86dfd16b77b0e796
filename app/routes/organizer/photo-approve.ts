import type { ActionFunctionArgs } from '@remix-run/node';
import { readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { redirectLoader, pageId } from '~/http/refusal.server';
import { approvePhoto } from '~/models/photo/approval.server';
import type { ListedPhoto } from '~/models/photo/read.server';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';
import { safeNext } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** This form has no page. */
export const loader = redirectLoader(organizerPaths.waiting(), 'photoId');

/** Shows a photo that waits to everybody. */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const { app } = args.context;
  const form = await readForm(args);
  const says = {
    next: safeNext(form.get('next'), organizerPaths.waiting()),
    done: ({ id }: ListedPhoto) =>
      ({
        title: 'organizer:waiting.approved',
        undo: { action: organizerPaths.photoHidden(id), fields: { hidden: 'wait' } },
      }) as const,
    refused: { title: 'flags:error', text: 'flags:hidden.failed' },
    isReplacing: true,
  } as const;
  return outcome(args, says, async () =>
    approvePhoto(app.db, { photoId: pageId(args.params.photoId), actor, now: app.now() }),
  );
}

export const clientAction = keepForm;
