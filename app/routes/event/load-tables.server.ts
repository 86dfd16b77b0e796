import type { LoaderFunctionArgs } from '@remix-run/node';
import type { VotingLineView } from '~/components/event/event-views';
import type { LightsView, TablesView } from '~/components/tables/lights-views';
import type { Identity } from '~/http/guards.server';
import { translator } from '~/i18n/i18n.server';
import { tableLabel } from '~/i18n/table-label';
import type { Translate } from '~/i18n/translate';
import { darkBulbs, rowsOf, type TableLights } from '~/models/table/lights';
import { findFirstTable } from '~/models/table/first.server';
import { hasTables, listLights } from '~/models/table/read.server';
import type { NamedTable } from '~/models/table/rules';
import { tablePaths } from '~/table-paths';

/** The tables' strings of lights; null for readers who may see nothing of them (rule `tables.lights`). */
export async function loadTables(
  args: LoaderFunctionArgs,
  { actor, event, user }: Identity,
): Promise<TablesView | null> {
  const own = user?.tableId ?? null;
  if (own === null && actor.role !== 'organizer') return null;
  const tables = await listLights(args.context.app.db, event);
  if (tables.length === 0) return null;
  const t = await translator(args.request);
  const first = await findFirstTable(args.context.app.db, { eventId: event.id });
  const mine = tables.find(({ id }) => id === own);
  return {
    title: t('tables:lights.title'),
    first: first && firstText(t, first),
    own: mine ? ownLights(t, mine) : null,
    others: tables.filter(({ id }) => id !== own).map((table) => lightsOf(t, table)),
  };
}

/** The link to the tables' lights; null for readers who may not see them. */
export async function loadTablesLink(
  { request, context: { app } }: LoaderFunctionArgs,
  { actor, event, user, isExpired }: Identity,
): Promise<{ to: string; label: string } | null> {
  const isAsked = user !== null && (user.tableId !== null || actor.role === 'organizer');
  if (!isAsked || isExpired || !(await hasTables(app.db, { eventId: event.id }))) return null;
  const t = await translator(request);
  return { to: tablePaths.tables(), label: t('tables:lights.link') };
}

/** The text about the first table that is lit completely. */
export async function sayFirstTable(
  { request }: LoaderFunctionArgs,
  table: NamedTable,
): Promise<VotingLineView> {
  const t = await translator(request);
  return {
    label: t('tables:lights.title'),
    text: firstText(t, table),
    icon: 'bulbs',
    withLeft: null,
    to: tablePaths.tables(),
    turnsAt: null,
    closing: null,
  };
}

const firstText = (t: Translate, table: NamedTable) =>
  t('tables:lights.first_whole', {
    table: tableLabel(t, table),
    interpolation: { escapeValue: false },
  });

function ownLights(t: Translate, table: TableLights): NonNullable<TablesView['own']> {
  const dark = darkBulbs(table);
  const number = t('tables:lights.numbers').split(' ')[dark - 1] ?? String(dark);
  const missing =
    dark === 0 ? t('tables:lights.whole') : t('tables:lights.missing', { count: dark, number });
  return {
    ...lightsOf(t, table),
    number: null,
    name: t('tables:lights.own', {
      table: tableLabel(t, table),
      interpolation: { escapeValue: false },
    }),
    words: photosOf(t, table),
    missing:
      table.photos === 0 ? `${t('tables:lights.first')}.` : `${t('tables:lights.rule')} ${missing}`,
  };
}

function lightsOf(t: Translate, table: TableLights): LightsView {
  const { id, number, name } = table;
  const label = tableLabel(t, table);
  return {
    id,
    number: label === name ? number : null,
    name: label,
    words: wordsOf(t, table),
    rows: rowsOf(table),
  };
}

function wordsOf(t: Translate, table: TableLights): string {
  if (table.photos === 0) return t('tables:lights.first');
  const photos = photosOf(t, table);
  const dark = darkBulbs(table);
  return dark === 0
    ? t('tables:lights.lit', { photos })
    : t('tables:lights.dark', { photos, count: dark });
}

const photosOf = (t: Translate, { photos }: TableLights) =>
  t('tables:lights.photos', { count: photos });
