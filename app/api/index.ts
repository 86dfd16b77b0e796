import { endpoint, type Endpoint } from '~/http/api.server';
import { method } from '~/http/method.server';
import type { Mounted } from '~/http/mounted';
import { DomainError } from '~/models/errors';
import { admin } from './admin';
import { contract, describedOnce } from './contract';
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
import { missions } from './missions';
import { payments } from './payments';
import { people } from './people';
import { photos } from './photos';
import { push } from './push';
import { reports } from './reports';
import { seen } from './seen';
import { session } from './session';
import { storage } from './storage';
import { tables } from './tables';
import { wall } from './wall';

const nothingHere = method({
  summary: 'Nothing',
  who: 'anyone',
  handler: () => {
    throw new DomainError('page_not_found');
  },
});

/** The described endpoints, by the name of their group. */
const resources: Readonly<Record<string, readonly Endpoint[]>> = {
  Sessions: session,
  Events: events,
  Photos: photos,
  Stars: favorites,
  Duels: duels,
  'Photos seen': seen,
  Missions: missions,
  Messages: messages,
  Notifications: push,
  People: people,
  'Co-organizers': coOrganizers,
  'Guest list': guestList,
  Tables: tables,
  Wall: wall,
  Reports: reports,
  Downloads: downloads,
  'Live updates': live,
  Payments: payments,
  Administration: [...admin, ...storage],
  'This description': contract(() => describe()),
};

/** The description of the API, made once. */
export const describe = describedOnce(() => resources);

/**
 * All API endpoints. The first match wins, so paths with literal segments come before paths with ids in the
 * same place.
 */
export const api: Mounted[] = [
  ...Object.values(resources).flat(),
  endpoint('/api/*', {
    GET: nothingHere,
    POST: nothingHere,
    PATCH: nothingHere,
    DELETE: nothingHere,
  }),
  ...health,
  ...metrics,
];
