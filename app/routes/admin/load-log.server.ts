import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Dated } from '~/components/admin/log-list';
import { requireAdmin } from '~/http/admin.server';
import { formatMoment } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import type { ListPage } from '~/models/admin/list';
import { readAuditQuery } from '~/models/admin/audit';

type Db = LoaderFunctionArgs['context']['app']['db'];
type Query = ReturnType<typeof readAuditQuery>;

/** A page of a log, newest first, for an administrator. */
export async function loadLog<Entry extends { createdAt: Date }>(
  args: LoaderFunctionArgs,
  section: 'audit' | 'security',
  listPage: (db: Db, query: Query) => Promise<ListPage<Entry>>,
) {
  await requireAdmin(args);
  const { db, env } = args.context.app;
  const query = readAuditQuery(new URL(args.request.url).searchParams);
  const [t, language, list] = await Promise.all([
    translator(args.request),
    languageOf(args.request),
    listPage(db, query),
  ]);
  const rows = list.rows.map(({ createdAt, ...entry }): Dated<Entry> => ({
    ...entry,
    at: formatMoment(createdAt, language, env.EVENT_TIME_ZONE),
  }));
  return {
    title: t(`admin:${section}.title`),
    query: { ...query, page: list.page },
    list: { ...list, rows },
  };
}
