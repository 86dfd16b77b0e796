import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { adminPaths } from '~/admin-paths';
import {
  AdminEventOrganizer,
  type AdminEventOrganizerView,
} from '~/components/admin/admin-event-organizer';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { requireAdmin } from '~/http/admin.server';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { nextOf } from '~/http/origin.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { orRefuse, pageId } from '~/http/refusal.server';
import { translator } from '~/i18n/i18n.server';
import { handoverMessage } from '~/i18n/platform-texts.server';
import { readSearch } from '~/models/admin/list';
import { findSuccessors } from '~/models/admin/list.server';
import { DomainError } from '~/models/errors';
import { isDemo } from '~/models/event/rules';
import { findOrganizer, getEvent } from '~/models/event/read.server';
import { changeOrganizer } from '~/models/event/organizer.server';
import { organizerChoiceSchema } from '~/models/user/schema';
import { keepForm } from '~/browser/keep-form';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['admin'] };

/** Asks the administrator which participant becomes the organizer. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { db } = args.context.app;
  const t = await translator(args.request);
  return orRefuse(args, async () => {
    const eventId = pageId(args.params.eventId);
    if (isDemo({ id: eventId })) throw new DomainError('demo_event_organizer');
    const search = readSearch(new URL(args.request.url).searchParams);
    const { name } = await getEvent(db, { eventId });
    const [organizer, found] = await Promise.all([
      findOrganizer(db, { eventId }),
      findSuccessors(db, { eventId, search }),
    ]);
    const view: AdminEventOrganizerView = {
      id: eventId,
      name,
      organizer: organizer?.name ?? '',
      found,
      next: nextOf(args.request, adminPaths.events()),
    };
    return { title: t('admin:handover.title'), view };
  });
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireAdmin(args);
  const { db } = args.context.app;
  const submission = parseForm(await readForm(args), organizerChoiceSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { successorId } = submission.value;
  const says = {
    next: nextOf(args.request, adminPaths.events()),
    done: 'admin:handover.done',
    refused: 'admin:handover.failed',
    failed: 'unknown',
    // The dialog can only show errors that belong to a field.
    reply: (error: DomainError) => (error.field ? formError(submission, error) : undefined),
  } as const;
  return outcome(args, says, () => {
    const eventId = pageId(args.params.eventId);
    return changeOrganizer(db, { actor, eventId, successorId, words: handoverMessage });
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function EventOrganizer() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={view.next}>
      <AdminEventOrganizer view={view} />
    </DialogPage>
  );
}
