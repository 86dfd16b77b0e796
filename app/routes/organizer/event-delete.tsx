import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import {
  EventDeleteDialog,
  type EventDeleteView,
} from '~/components/organizer/settings/event-delete-dialog';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireMainOrganizer } from '~/http/guards.server';
import { signOut } from '~/http/session.server';
import { outcome } from '~/http/outcome.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { isDemo } from '~/models/event/rules';
import { eventDeleteSchema } from '~/models/event/schema';
import { aboutOneself, recordSecurity } from '~/http/security-log.server';
import { deleteEvent } from '~/models/event/end.server';
import { countParticipants } from '~/models/event/read.server';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { refusePage } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer'] };

/** The danger zone is on the page of rules, and on the screen of an ended event. */
const rulesPage = organizerPaths.eventRules();

/** Asks the organizer to confirm the deletion of the event, and says what is deleted with it. */
export async function loader(args: LoaderFunctionArgs) {
  const { event } = await requireMainOrganizer(args);
  const { db, feeds } = args.context.app;
  if (isDemo(event)) refusePage(args, new DomainError('demo_event_protected'));
  const t = await translator(args.request);
  const [photoCount, participantCount] = await Promise.all([
    feeds.countPhotos(event.id),
    countParticipants(db, { eventId: event.id }),
  ]);
  const view: EventDeleteView = { name: event.name, photoCount, participantCount, next: rulesPage };
  return { title: t('organizer:delete_event.title'), view };
}

/** Deletes the event with everything in it, including the organizer's account. */
export async function action(args: ActionFunctionArgs) {
  const { actor, event, user } = await requireMainOrganizer(args);
  const submission = parseForm(await readForm(args), eventDeleteSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { typed } = submission.value;
  const says = {
    next: paths.auth(),
    back: rulesPage,
    done: 'organizer:delete_event.deleted',
    refused: 'organizer:delete_event.failed',
    reply: (error: DomainError) => (error.field ? formError(submission, error) : undefined),
  } as const;
  return outcome(args, says, async () => {
    await deleteEvent(args.context.app.db, { actor, eventId: event.id, typed });
    await recordSecurity(args, 'event_deleted', aboutOneself(user));
    await signOut(args);
  });
}

/** How long the screen stays after the deletion. */
const GOODBYE_MS = 500;

/** With scripts the redirect to /auth is delayed; an error is shown immediately. */
export function clientAction(args: ClientActionFunctionArgs) {
  return keepForm(args).catch(async (answer: unknown) => {
    if (answer instanceof Response && answer.headers.get('Location') === paths.auth()) {
      await new Promise((resolve) => setTimeout(resolve, GOODBYE_MS));
    }
    throw answer;
  });
}

export const meta = pageMeta;

export default function EventDelete() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title}>
      <EventDeleteDialog view={view} />
    </DialogPage>
  );
}
