import unhomoglyph from 'unhomoglyph';
import type { Db } from '~db/client.server';
import { DomainError } from '../errors';
import { matchKey } from '../event/name';
import { findOrganizer } from '../event/read.server';
import { PLATFORM_NAME } from '../message/rules';

/**
 * Throws if readers could mistake a guest's name for the organizer's or the product's (rule
 * `names.imitation`).
 * @throws DomainError name_imitates at the name
 */
export async function assertNoImitation(
  db: Db,
  { eventId, name }: { eventId: number; name: string },
): Promise<void> {
  const look = appearanceOf(name);
  const organizer = await findOrganizer(db, { eventId });
  const isOrganizers = organizer !== null && look === appearanceOf(organizer.name);
  if (!isOrganizers && !look.includes(appearanceOf(PLATFORM_NAME))) return;
  throw new DomainError('name_imitates', { field: 'name' });
}

/**
 * Reduces a name to its appearance: letters and digits only, other alphabets replaced by the Latin letters
 * they resemble, and i, l and 1 treated as one. Capitals are replaced before case is folded, because the
 * Cyrillic Р resembles another letter than its small form does.
 */
function appearanceOf(name: string): string {
  const drawn = (text: string) => matchKey(unhomoglyph(text));
  return drawn(drawn(name.normalize('NFKD'))).replace(/[i1]/g, 'l');
}
