import { DomainError } from '~/models/errors';
import { findScreen, type Screen } from '~/models/wall/read.server';
import type { RequestArgs } from './context';

/**
 * The screen whose key is in the URL (rule `wall.key`). The key is all that a wall has: its requests look up no
 * session, so an organizer stays signed in on a device that shows the wall.
 * @throws DomainError page_not_found for an unknown or ended key, and while guests may not look at the event
 */
export async function requireScreen(
  args: RequestArgs & { params: { key?: string } },
): Promise<Screen> {
  const { db, today } = args.context.app;
  const screen = await findScreen(db, { key: args.params.key ?? '', today: today() });
  if (!screen) throw new DomainError('page_not_found');
  return screen;
}
