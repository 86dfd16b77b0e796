import unhomoglyph from 'unhomoglyph';
import type { Db } from '~db/client.server';
import { DomainError } from './errors';
import { matchKey } from './event-name';
import { findOrganizer } from './event.server';
import { PLATFORM_NAME } from './message';

/**
 * Refuses a guest's name that readers would take for the organizer's or the product's (rule
 * `names.imitation`).
 * @throws DomainError name_imitates at the name
 */
export async function assertNoImitation(
  db: Db,
  { eventId, name }: { eventId: number; name: string },
): Promise<void> {
  const look = lookOf(name);
  const organizer = await findOrganizer(db, { eventId });
  const isOrganizers = organizer !== null && look === lookOf(organizer.name);
  if (!isOrganizers && !look.includes(lookOf(PLATFORM_NAME))) return;
  throw new DomainError('name_imitates', { field: 'name' });
}

/**
 * What a name looks like: its letters and digits, those of other alphabets as the Latin ones they are drawn
 * like, and i, l and 1 as one. Capitals are looked at as such first: a Cyrillic Р is drawn like another letter
 * than its small one.
 */
function lookOf(name: string): string {
  const drawn = (text: string) => matchKey(unhomoglyph(text));
  return drawn(drawn(name.normalize('NFKD'))).replace(/[i1]/g, 'l');
}
