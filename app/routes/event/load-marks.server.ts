import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireVisit } from '~/http/guards.server';
import type { ChangeKind, Marks } from '~/models/live/rules';
import { readMarks } from '~/models/live/marks.server';

/**
 * The marks of a screen's data, which its polls compare. They are read before the data, so a change in
 * between is loaded again rather than missed.
 */
export async function loadMarks(args: LoaderFunctionArgs, kinds: ChangeKind[]): Promise<Marks> {
  return readMarks(args.context.app, await requireVisit(args, { onceEnded: 'reading' }), kinds);
}
