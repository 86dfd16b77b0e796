import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import {
  USER_DELETE_TITLE_ID,
  UserDeleteDialog,
  type UserDeleteView,
} from '~/components/admin/user-delete-dialog';
import { keepWhenOnlyAsked } from '~/components/dialogs/dialog-link';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { requireAdmin } from '~/http/admin.server';
import { parseId } from '~/http/api.server';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { redirectWithToast } from '~/http/flash.server';
import { translator } from '~/i18n/i18n.server';
import { getUserToDelete, listSuccessors } from '~/models/admin-list.server';
import { deleteUser } from '~/models/deletion.server';
import { DomainError } from '~/models/errors';
import { countPhotos } from '~/models/event.server';
import { userDeletionSchema } from '~/models/user.schema';
import { paths, safeNext } from '~/paths';
import { refusePage } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export const handle = { i18n: ['admin', 'admin_errors'] };

export const shouldRevalidate = keepWhenOnlyAsked;

const nextOf = (request: Request) =>
  safeNext(new URL(request.url).searchParams.get('next'), paths.adminUsers());

/** Asks the administrator before somebody goes, and what becomes of an organizer's event. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const next = nextOf(args.request);
  const t = await translator(args.request);
  try {
    const userId = parseId(args.params.userId);
    const { db } = args.context.app;
    const { name, isOrganizer, event } = await getUserToDelete(db, { userId });
    const view: UserDeleteView = {
      name,
      organized: isOrganizer ? await loadOrganized(args, event) : null,
      self: paths.adminUserDelete(userId, { next }),
      next,
    };
    return { title: t('admin:users.confirm_title'), view };
  } catch (error) {
    refusePage(error);
  }
}

async function loadOrganized(args: LoaderFunctionArgs, event: { id: number; name: string }) {
  const { db } = args.context.app;
  const { id: eventId, name } = event;
  const [photoCount, successors] = await Promise.all([
    countPhotos(db, { eventId }),
    listSuccessors(db, { eventId }),
  ]);
  return { name, photoCount, successors };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const { db } = args.context.app;
  const submission = parseForm(await readForm(args.request), userDeletionSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { fate, successorId } = submission.value;
  try {
    const userId = parseId(args.params.userId);
    const { isOrganizer } = await getUserToDelete(db, { userId });
    // The dialog was loaded for a participant who has since become organizer: ask about the event.
    if (isOrganizer && !fate) throw new DomainError('event_fate_required', { field: 'fate' });
    await deleteUser(db, { userId, successorId });
  } catch (error) {
    // Only what stands at a field can be put right in the dialog.
    if (error instanceof DomainError && !error.field) {
      return redirectWithToast(args, nextOf(args.request), {
        tone: 'bad',
        title: 'admin:users.failed',
        text: `errors:${error.code}`,
      });
    }
    return formError(submission, error);
  }
  return redirectWithToast(args, nextOf(args.request), {
    tone: 'ok',
    title: 'admin:users.deleted',
  });
}

export const meta = pageMeta;

export default function UserDelete() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <DialogPage titleId={USER_DELETE_TITLE_ID}>
      <UserDeleteDialog view={view} />
    </DialogPage>
  );
}
