import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SecurityScreen } from '~/components/admin/security-screen';
import { LoadFailed } from '~/components/admin/load-failed';
import { pageMeta } from '~/http/page-meta';
import { listSecurityPage } from '~/models/admin/security-event.server';
import { loadLog } from './load-log.server';
import type { AdminHandle } from './panel';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle: AdminHandle = { tab: 'security', i18n: ['admin'] };

/** The log of sign-ins and access (rule `admin.security`). */
export function loader(args: LoaderFunctionArgs) {
  return loadLog(args, 'security', listSecurityPage);
}

export const meta = pageMeta;

export default function Security() {
  const { query, list } = useLoaderData<typeof loader>();
  return <SecurityScreen query={query} list={list} />;
}

export function ErrorBoundary() {
  return <LoadFailed section="security" />;
}
