import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { EventDoorDialog } from '~/components/organizer/settings/event-door-dialog';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { recordSecurity } from '~/http/security-log.server';
import { translator } from '~/i18n/i18n.server';
import { renewCode, setDoor } from '~/models/event/door.server';
import type { DomainError } from '~/models/errors';
import { doorSchema } from '~/models/event/schema';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer'] };

/** How newcomers enter the event, and renewing its code (rules `door.open`, `door.renew`). */
export async function loader(args: LoaderFunctionArgs) {
  const { event } = await requireOrganizer(args);
  const t = await translator(args.request);
  return { title: t('organizer:door.title'), door: event.door, hasCode: event.code !== null };
}

/** Intents: `renew` also gives the event a new code. */
export async function action(args: ActionFunctionArgs) {
  const { actor, event, user } = await requireOrganizer(args);
  const form = await readForm(args);
  const submission = parseForm(form, doorSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const isRenewed = form.get('intent') === 'renew';
  const says = {
    next: organizerPaths.eventRules(),
    done: isRenewed
      ? ({ title: 'organizer:door.renewed', text: 'organizer:door.renewed_text' } as const)
      : ('organizer:door.saved' as const),
    reply: (error: DomainError) => formError(submission, error),
  };
  return outcome(args, says, async () => {
    const choice = { actor, eventId: event.id, ...submission.value };
    if (!isRenewed) return setDoor(args.context.app.db, choice);
    await renewCode(args.context.app.db, choice);
    return recordSecurity(args, 'code_renewed', { userId: user.id, eventId: event.id });
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function EventDoor() {
  const { title, ...event } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={organizerPaths.eventRules()}>
      <EventDoorDialog {...event} />
    </DialogPage>
  );
}
