import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AdminEventDelete, type AdminEventDeleteView } from '~/components/admin/admin-event-delete';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { requireAdmin } from '~/http/admin.server';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { outcome } from '~/http/outcome.server';
import { nextOf } from '~/http/origin.server';
import { formatBytes, formatDays, formatNumber } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { readEventFigures } from '~/models/event/admin-list.server';
import { deleteEvent } from '~/models/event/end.server';
import { countParticipants, findOrganizer, getEvent } from '~/models/event/read.server';
import { isDemo, statusOf } from '~/models/event/rules';
import { eventDeleteSchema } from '~/models/event/schema';
import { keepForm } from '~/browser/keep-form';
import { adminPaths } from '~/admin-paths';
import { orRefuse, pageId } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['admin'] };

/** Asks the administrator to confirm the deletion of an event, and says what is deleted with it. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { app } = args.context;
  const [t, language] = await Promise.all([translator(args.request), languageOf(args.request)]);
  return orRefuse(args, async () => {
    const eventId = pageId(args.params.eventId);
    if (isDemo({ id: eventId })) throw new DomainError('demo_event_protected');
    const event = await getEvent(app.db, { eventId });
    const [organizer, participantCount, figures] = await Promise.all([
      findOrganizer(app.db, { eventId }),
      countParticipants(app.db, { eventId }),
      readEventFigures(app.db, { eventIds: [eventId] }),
    ]);
    const { photoCount = 0, hiddenCount = 0, photoBytes = 0 } = figures.get(eventId) ?? {};
    const view: AdminEventDeleteView = {
      id: event.id,
      name: event.name,
      status: statusOf(event, { participantCount, today: app.today() }),
      days: formatDays(event.startDate, event.endDate, language),
      organizer: organizer?.name ?? null,
      participants: formatNumber(participantCount, language),
      photos: formatNumber(photoCount, language),
      hiddenCount,
      photoBytes: formatBytes(photoBytes, language),
      next: nextOf(args.request, adminPaths.events()),
    };
    return { title: t('admin:events.confirm'), view };
  });
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireAdmin(args);
  const { db } = args.context.app;
  const submission = parseForm(await readForm(args), eventDeleteSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { typed } = submission.value;
  const says = {
    next: nextOf(args.request, adminPaths.events()),
    done: 'admin:events.deleted',
    refused: 'admin:events.delete_failed',
    failed: 'unknown',
    // The dialog can only show errors that belong to a field.
    reply: (error: DomainError) => (error.field ? formError(submission, error) : undefined),
  } as const;
  return outcome(args, says, () =>
    deleteEvent(db, { actor, eventId: pageId(args.params.eventId), typed }),
  );
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function EventDelete() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title}>
      <AdminEventDelete view={view} />
    </DialogPage>
  );
}
