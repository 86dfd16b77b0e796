import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuditScreen } from '~/components/admin/audit-screen';
import { LoadFailed } from '~/components/admin/load-failed';
import { requireAdmin } from '~/http/admin.server';
import { pageMeta } from '~/http/page-meta';
import { formatMoment } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { readAuditQuery } from '~/models/audit';
import { listAuditPage } from '~/models/audit.server';
import type { AdminHandle } from './panel';

export const handle: AdminHandle = { tab: 'audit', i18n: ['admin', 'admin_errors'] };

/** What was done to others, the newest first. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { db, env } = args.context.app;
  const query = readAuditQuery(new URL(args.request.url).searchParams);
  const [t, language, list] = await Promise.all([
    translator(args.request),
    languageOf(args.request),
    listAuditPage(db, query),
  ]);
  const rows = list.rows.map(({ createdAt, ...entry }) => ({
    ...entry,
    at: formatMoment(createdAt, language, env.EVENT_TIME_ZONE),
  }));
  return {
    title: t('admin:audit.title'),
    query: { ...query, page: list.page },
    list: { ...list, rows },
  };
}

export const meta = pageMeta;

export default function Audit() {
  const { query, list } = useLoaderData<typeof loader>();
  return <AuditScreen query={query} list={list} />;
}

export function ErrorBoundary() {
  return <LoadFailed section="audit" />;
}
