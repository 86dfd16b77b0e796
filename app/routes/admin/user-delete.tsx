import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { UserDeleteDialog, type UserDeleteView } from '~/components/admin/user-delete-dialog';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { requireAdmin } from '~/http/admin.server';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { outcome } from '~/http/outcome.server';
import { nextOf } from '~/http/origin.server';
import { translator } from '~/i18n/i18n.server';
import { readSearch } from '~/models/admin/list';
import { findSuccessors, getUserToDelete } from '~/models/admin/list.server';
import { DomainError } from '~/models/errors';
import { countParticipants } from '~/models/event/read.server';
import { deleteUser } from '~/models/user/remove.server';
import { userDeletionSchema } from '~/models/user/schema';
import { keepForm } from '~/browser/keep-form';
import { adminPaths } from '~/admin-paths';
import { orRefuse, pageId } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['admin'] };

/** Asks the administrator to confirm the deletion of a user, and what happens to an organizer's event. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const next = nextOf(args.request, adminPaths.users());
  const t = await translator(args.request);
  return orRefuse(args, async () => {
    const userId = pageId(args.params.userId);
    const { db } = args.context.app;
    const { name, isOrganizer, event } = await getUserToDelete(db, { userId });
    const organized = isOrganizer ? await loadOrganized(args, event) : null;
    const view: UserDeleteView = { id: userId, name, organized, next };
    return { title: t('admin:users.confirm_title'), view };
  });
}

async function loadOrganized(args: LoaderFunctionArgs, event: { id: number; name: string }) {
  const { db, feeds } = args.context.app;
  const { id: eventId, name } = event;
  const search = readSearch(new URL(args.request.url).searchParams);
  const [photoCount, participantCount, found] = await Promise.all([
    feeds.countPhotos(eventId),
    countParticipants(db, { eventId }),
    findSuccessors(db, { eventId, search }),
  ]);
  return { name, photoCount, participantCount, found };
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireAdmin(args);
  const { db } = args.context.app;
  const submission = parseForm(await readForm(args), userDeletionSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { fate, successorId, typed } = submission.value;
  const says = {
    next: nextOf(args.request, adminPaths.users()),
    done: 'admin:users.deleted',
    refused: 'admin:users.failed',
    failed: 'user_deletion_failed',
    // The dialog can only show errors that belong to a field.
    reply: (error: DomainError) => (error.field ? formError(submission, error) : undefined),
  } as const;
  return outcome(args, says, async () => {
    const userId = pageId(args.params.userId);
    const { isOrganizer } = await getUserToDelete(db, { userId });
    // The dialog was loaded for a participant who has become the organizer since: ask about the event.
    if (isOrganizer && !fate) throw new DomainError('event_fate_required', { field: 'fate' });
    const successor = fate === 'stays' ? { successorId } : {};
    await deleteUser(db, { actor, userId, typed, ...successor });
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function UserDelete() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title}>
      <UserDeleteDialog view={view} />
    </DialogPage>
  );
}
