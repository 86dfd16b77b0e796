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
import { idParam } from '~/http/api.server';
import { redirectWithOutcome } from '~/http/session.server';
import { translator } from '~/i18n/i18n.server';
import { getUserToDelete } from '~/models/admin-list.server';
import { deleteUser } from '~/models/departure.server';
import { paths, safeNext } from '~/paths';
import { refusePage } from '~/http/refusal.server';
import { pageMeta } from '../page-meta';

export const handle = { i18n: ['admin', 'admin_errors'] };

export const shouldRevalidate = keepWhenOnlyAsked;

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
  const notice = { done: 'admin:users.deleted', failed: 'admin:users.failed' };
  return redirectWithOutcome(args, nextOf(args.request), notice, () =>
    deleteUser(args.context.app.db, { userId: idParam(args.params.userId) }),
  );
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
