import type { LoaderFunctionArgs } from '@remix-run/node';
import type { VotingLineView } from '~/components/event/event-views';
import type { LineView } from '~/components/event/voting/flash-views';
import type { Identity } from '~/http/guards.server';
import type { NamedTable } from '~/models/table/rules';
import { flashLine, loadFlash } from './load-flash.server';
import { sayFirstTable } from './load-tables.server';
import { loadVotingLine } from './load-voting.server';

/** In the last hour of voting, the time left is more important than a table. */
const LAST_MS = 60 * 60_000;

/**
 * The line below the header: the times of voting, or for some minutes the first table that is lit completely (rule
 * `tables.first`); and the flash mission that runs (rule `missions.flash`).
 * @param table the table while it is news; otherwise null
 */
export async function loadLine(
  args: LoaderFunctionArgs,
  identity: Identity,
  table: NamedTable | null,
): Promise<LineView | null> {
  const [line, flash] = await Promise.all([
    loadNews(args, identity, table),
    loadFlash(args, identity),
  ]);
  if (line) return { ...line, flash, isFlash: false };
  return flash && { ...flashLine(flash), flash };
}

async function loadNews(
  args: LoaderFunctionArgs,
  identity: Identity,
  table: NamedTable | null,
): Promise<VotingLineView | null> {
  const voting = await loadVotingLine(args, identity);
  if (!table || identity.isExpired || voting?.isEverywhere) return voting;
  const left =
    voting?.closing && voting.turnsAt && voting.turnsAt - args.context.app.now().getTime();
  return left && left < LAST_MS ? voting : sayFirstTable(args, table);
}
