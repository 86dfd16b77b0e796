import type { ActionFunctionArgs } from '@remix-run/node';
import { readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { nextOf } from '~/http/origin.server';
import { pageId, redirectLoader } from '~/http/refusal.server';
import { recordSecurity } from '~/http/security-log.server';
import { planRemovalOf, undoRemovalOf } from '~/models/user/planned-removal.server';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** This form has no page. */
export const loader = redirectLoader(organizerPaths.participants(), 'userId');

/** Removes a participant after ten seconds, or with the intent `undo` keeps them (rule `desk.undo`). */
export async function action(args: ActionFunctionArgs) {
  const { actor, event } = await requireOrganizer(args);
  const { app } = args.context;
  const form = await readForm(args);
  const says = {
    next: nextOf(args.request, organizerPaths.participants()),
    refused: 'organizer:remove.failed',
  } as const;
  if (form.get('intent') === 'undo') {
    const done = (name: string) =>
      ({ title: 'organizer:remove.undone', values: { name } }) as const;
    return outcome(args, { ...says, done }, () =>
      undoRemovalOf(app, { userId: pageId(args.params.userId), actor }),
    );
  }
  const undo = { action: new URL(args.request.url).pathname, fields: { intent: 'undo' } };
  const done = ({ name, photoCount }: { name: string; photoCount: number }) =>
    ({
      title: 'organizer:remove.removed',
      text: 'organizer:remove.text',
      values: { name, count: photoCount },
      undo,
    }) as const;
  return outcome(args, { ...says, done }, async () => {
    const userId = pageId(args.params.userId);
    const keepOut = form.has('keepOut');
    const planned = await planRemovalOf(app, { userId, actor, keepOut, now: app.now() });
    await recordSecurity(args, 'member_removed', { userId, eventId: event.id });
    return planned;
  });
}

export const clientAction = keepForm;
