import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuditScreen } from '~/components/admin/audit-screen';
import { LoadFailed } from '~/components/admin/load-failed';
import { pageMeta } from '~/http/page-meta';
import { listAuditPage } from '~/models/admin/audit.server';
import { loadLog } from './load-log.server';
import type { AdminHandle } from './panel';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle: AdminHandle = { tab: 'audit', i18n: ['admin'] };

/** The log of actions (rule `admin.audit`). */
export function loader(args: LoaderFunctionArgs) {
  return loadLog(args, 'audit', listAuditPage);
}

export const meta = pageMeta;

export default function Audit() {
  const { query, list } = useLoaderData<typeof loader>();
  return <AuditScreen query={query} list={list} />;
}

export function ErrorBoundary() {
  return <LoadFailed section="audit" />;
}
