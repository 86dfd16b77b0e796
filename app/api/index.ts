import { endpoint, method } from '~/http/api.server';
import type { Mounted } from '~/http/mounted';
import { DomainError } from '~/models/errors';
import { admin } from './admin';
import { coOrganizers } from './co-organizers';
import { downloads } from './downloads';
import { duels } from './duels';
import { events } from './events';
import { favorites } from './favorites';
import { guestList } from './guest-list';
import { health } from './health';
import { live } from './live';
import { messages } from './messages';
import { metrics } from './metrics';
import { payments } from './payments';
import { people } from './people';
import { photos } from './photos';
import { reports } from './reports';
import { seen } from './seen';
import { session } from './session';
import { storage } from './storage';
import { wall } from './wall';

const nothingHere = method({
  who: 'anyone',
  handler: () => {
    throw new DomainError('page_not_found');
  },
});

/**
 * All API endpoints. The first match wins, so paths with literal segments come before paths with ids in the
 * same place.
 */
export const api: Mounted[] = [
  ...session,
  ...events,
  ...live,
  ...photos,
  ...favorites,
  ...duels,
  ...seen,
  ...messages,
  ...people,
  ...coOrganizers,
  ...guestList,
  ...wall,
  ...reports,
  ...downloads,
  ...payments,
  ...admin,
  ...storage,
  endpoint('/api/*', {
    GET: nothingHere,
    POST: nothingHere,
    PATCH: nothingHere,
    DELETE: nothingHere,
  }),
  ...health,
  ...metrics,
];
