import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { LoadFailed } from '~/components/admin/load-failed';
import { UsersScreen } from '~/components/admin/users-screen';
import { requireAdmin } from '~/http/admin.server';
import { translator } from '~/i18n/i18n.server';
import { readListQuery, USER_SORTS } from '~/models/admin/list';
import { listUsersPage } from '~/models/admin/list.server';
import { pageMeta } from '~/http/page-meta';
import type { AdminHandle } from './panel';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle: AdminHandle = { tab: 'users', i18n: ['admin'] };
/** All users of the platform; the URL has the search, the order and the page. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const t = await translator(args.request);
  const query = readListQuery(new URL(args.request.url).searchParams, USER_SORTS);
  const list = await listUsersPage(args.context.app.db, query);
  return { title: t('admin:users.title'), query: { ...query, page: list.page }, list };
}

export const meta = pageMeta;

export default function Users() {
  const { query, list } = useLoaderData<typeof loader>();
  return <UsersScreen query={query} list={list} />;
}

export function ErrorBoundary() {
  return <LoadFailed section="users" />;
}
