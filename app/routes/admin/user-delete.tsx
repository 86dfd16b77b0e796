import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react';
import {
  USER_DELETE_TITLE_ID,
  UserDeleteDialog,
  type UserDeleteView,
} from '~/components/admin/user-delete-dialog';
import { keepWhenOnlyDialogChanges } from '~/components/dialogs/dialog-link';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { requireAdmin } from '~/http/admin.server';
import { idParam } from '~/http/api.server';
import { redirectWithToast } from '~/http/session.server';
import { translator } from '~/i18n/i18n.server';
import { getUserToDelete } from '~/models/admin-list.server';
import { deleteUser } from '~/models/departure.server';
import { DomainError } from '~/models/errors';
import { paths, safeNext } from '~/paths';
import { refusePage } from '../event/refusal.server';
import { pageMeta } from '../page-meta';

export const handle = { i18n: ['admin', 'admin_errors'] };

/** Once somebody is gone there is nothing to ask about them. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.formMethod ? false : keepWhenOnlyDialogChanges(change);

const nextOf = (request: Request) =>
  safeNext(new URL(request.url).searchParams.get('next'), paths.adminUsers());

/** Asks the administrator before somebody goes (§2). */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const next = nextOf(args.request);
  const t = await translator(args.request);
  try {
    const userId = idParam(args.params.userId);
    const { name, isOrganizer, event } = await getUserToDelete(args.context.app.db, { userId });
    const view: UserDeleteView = {
      name,
      leftEvent: isOrganizer ? event.name : null,
      self: paths.adminUserDelete(userId, { next }),
      next,
    };
    return { title: t('admin:users.confirm_title'), view };
  } catch (error) {
    refusePage(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const next = nextOf(args.request);
  try {
    await deleteUser(args.context.app.db, { userId: idParam(args.params.userId) });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return redirectWithToast(args, next, {
      tone: 'bad',
      title: 'admin:users.failed',
      text: `errors:${error.code}`,
    });
  }
  return redirectWithToast(args, next, { tone: 'ok', title: 'admin:users.deleted' });
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
