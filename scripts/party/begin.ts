import { DEFAULT_MAX_USERS } from '~/models/event';
import { Findings } from './findings';
import { Ledger } from './ledger';
import { createEvent, raiseMaxUsers } from './organizer';
import type { Party } from './party';
import type { PatientClient } from './patient-client';

/**
 * Creates the event with room for all guests, and the books in which everything is noted.
 * @param newClient makes another browser
 * @throws UnexpectedAnswer when the event cannot even be created
 */
export async function beginParty(
  given: Pick<Party, 'settings' | 'base' | 'source' | 'stopwatch' | 'progress'>,
  newClient: () => PatientClient,
) {
  const { guests, admin } = given.settings;
  const findings = new Findings();
  const { organizer, event } = await createEvent(newClient(), findings);
  const party: Party = {
    ...given,
    event,
    ledger: new Ledger(),
    origins: new Map(),
    findings,
    uploads: { count: 0, begin: 0, end: 0 },
  };
  const maxUsers = Math.max(guests, DEFAULT_MAX_USERS);
  if (maxUsers > DEFAULT_MAX_USERS) await raiseMaxUsers(newClient(), admin, event.id, maxUsers);
  return { party, organizer, maxUsers };
}
