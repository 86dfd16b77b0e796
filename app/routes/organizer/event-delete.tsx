import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { keepWhenOnlyAsked } from '~/components/dialogs/dialog-link';
import { DialogPage } from '~/components/dialogs/dialog-page';
import {
  EventDeleteDialog,
  type EventDeleteView,
} from '~/components/dashboard/event-delete-dialog';
import { EVENT_DELETE_TITLE_ID } from '~/components/dialogs/title-ids';
import { requireOrganizer } from '~/http/guards.server';
import { signOut } from '~/http/session.server';
import { redirectWithToast } from '~/http/flash.server';
import { translator } from '~/i18n/i18n.server';
import { deleteEvent } from '~/models/deletion.server';
import { DomainError } from '~/models/errors';
import { isDemo } from '~/models/event';
import { countParticipants, countPhotos } from '~/models/event.server';
import { paths } from '~/paths';
import { refusePage } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export const handle = { i18n: ['organizer'] };

export const shouldRevalidate = keepWhenOnlyAsked;

const dashboard = paths.home('profile');

/** Asks the organizer before the event goes, with what goes along. */
export async function loader(args: LoaderFunctionArgs) {
  const { event } = await requireOrganizer(args);
  const { db } = args.context.app;
  if (isDemo(event)) refusePage(new DomainError('demo_event_protected'));
  const t = await translator(args.request);
  const [photoCount, participantCount] = await Promise.all([
    countPhotos(db, { eventId: event.id }),
    countParticipants(db, { eventId: event.id }),
  ]);
  const view: EventDeleteView = { name: event.name, photoCount, participantCount, next: dashboard };
  return { title: t('organizer:delete_event.title'), view };
}

/** Everything goes, and so does the organizer. */
export async function action(args: ActionFunctionArgs) {
  const { event } = await requireOrganizer(args);
  try {
    await deleteEvent(args.context.app.db, { eventId: event.id });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return redirectWithToast(args, dashboard, {
      tone: 'bad',
      title: 'organizer:delete_event.failed',
      text: `errors:${error.code}`,
    });
  }
  await signOut(args);
  return redirectWithToast(args, paths.auth(), {
    tone: 'ok',
    title: 'organizer:delete_event.deleted',
  });
}

/** How long the screen stays once the event is gone. */
const GOODBYE_MS = 500;

/** With scripts the way to /auth is taken a moment later; a failure is shown at once. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (answer) {
    if (answer instanceof Response && answer.headers.get('Location') === paths.auth()) {
      await new Promise((resolve) => setTimeout(resolve, GOODBYE_MS));
    }
    throw answer;
  }
}

export const meta = pageMeta;

export default function EventDelete() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <DialogPage titleId={EVENT_DELETE_TITLE_ID}>
      <EventDeleteDialog view={view} />
    </DialogPage>
  );
}
