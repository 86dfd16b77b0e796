import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireVisit } from '~/http/guards.server';
import type { ChangeKind, Marks } from '~/models/change';
import { readMarks } from '~/models/marks.server';

/**
 * The marks of what a screen shows, by which its polls see whether it has changed. They are read before it:
 * what changes in between is then loaded once more, and never missed.
 */
export async function loadMarks(args: LoaderFunctionArgs, kinds: ChangeKind[]): Promise<Marks> {
  return readMarks(args.context.app, await requireVisit(args, { onceEnded: 'reading' }), kinds);
}
