// How long the administrator waits for the tables of users and events, with few rows and with many.
import { signInAdministrator } from '../tests/api/party';
import { createTestEvent } from '../tests/factories';
import { fillEvent } from './support/fill';
import { aim, percentile, printLine, printTable, timeOf } from './support/measure';
import { grainPicture } from './support/pictures';
import { onServer, type Stand } from './support/stand';

const SIZES = [50, 5000];
const GUESTS_OF_AN_EVENT = 50;
const PHOTOS_OF_A_GUEST = 2;
const WARM_UP = 20;
const ASKED = 100;
const TARGET_MS = 300;
const EVENTS = 5000;
const EVENT_ADDRESSES = {
  'as it opens': '/admin/events',
  'last page by name': '/admin/events?sort=-name&page=999999',
  'by participants': '/admin/events?sort=-participants',
  'one found': '/admin/events?q=event+4950',
};
const USER_ADDRESSES = {
  'as it opens': '/admin/users',
  'last page by event': '/admin/users?sort=-event&page=999999',
  'by photos': '/admin/users?sort=-photos',
  'one found': '/admin/users?q=Am%C3%A9lie+49',
};

export default function measureAdmin(): Promise<void> {
  return onServer({}, async (stand) => {
    const pictures = [await grainPicture()];
    let [users, events] = [0, 0];
    for (const size of SIZES) {
      for (; users < size; users += GUESTS_OF_AN_EVENT) {
        await fillEvent(stand, {
          name: `Event ${users}`,
          count: GUESTS_OF_AN_EVENT * PHOTOS_OF_A_GUEST,
          perGuest: PHOTOS_OF_A_GUEST,
          pictures,
          stored: 0,
        });
        events += 1;
      }
      await show(stand, `${size} users beside the demo's`, USER_ADDRESSES);
    }
    await show(stand, `${events} events beside the demo`, EVENT_ADDRESSES);
    await stand.inDatabase(async (db) => {
      for (; events < EVENTS; events += 1) {
        await createTestEvent(db, { name: `Further event ${events}` });
      }
    });
    await show(stand, `${EVENTS} events beside the demo`, EVENT_ADDRESSES);
  });
}

async function show({ origin }: Stand, title: string, addresses: Record<string, string>) {
  const admin = await signInAdministrator(origin);
  const rows = [];
  for (const [name, address] of Object.entries(addresses)) {
    const times: number[] = [];
    for (let round = 0; round < WARM_UP + ASKED; round += 1) {
      const time = await timeOf(async () => {
        const { status } = await admin.get(address);
        if (status !== 200) throw new Error(`${address}: ${status}`);
      });
      if (round >= WARM_UP) times.push(time);
    }
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    rows.push([name, p50.toFixed(0), p95.toFixed(0)]);
    aim(p95 <= TARGET_MS);
  }
  printLine(title);
  printTable(['table', 'p50, ms', 'p95, ms'], rows);
}
