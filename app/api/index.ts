import { endpoint, method } from '~/http/api.server';
import type { Mounted } from '~/http/mounted';
import { DomainError } from '~/models/errors';
import { admin } from './admin';
import { downloads } from './downloads';
import { events } from './events';
import { favorites } from './favorites';
import { health } from './health';
import { live } from './live';
import { messages } from './messages';
import { payments } from './payments';
import { people } from './people';
import { photos } from './photos';
import { reports } from './reports';
import { session } from './session';
import { storage } from './storage';

const nothingHere = method({
  who: 'anyone',
  handler: () => {
    throw new DomainError('page_not_found');
  },
});

/** Every call, the first that fits an address; what has names of its own comes before what has a number there. */
export const api: Mounted[] = [
  ...session,
  ...events,
  ...live,
  ...photos,
  ...favorites,
  ...messages,
  ...people,
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
];
