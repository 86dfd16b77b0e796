import { setTimeout as sleep } from 'node:timers/promises';
import { FAVORITES_MAX } from '../../app/models/favorite';
import { paths } from '../../app/paths';
import { beginParty } from '../../scripts/party/begin';
import { checkFigures } from '../../scripts/party/checks';
import { inviteGuests } from '../../scripts/party/guest';
import { attempt, type Party } from '../../scripts/party/party';
import { PatientClient } from '../../scripts/party/patient-client';
import type { PhotoSource } from '../../scripts/party/photos';
import type { Progress } from '../../scripts/party/progress';
import { seeded, shuffle } from '../../scripts/party/random';
import { filesOf, giveStar, joinEvent, sendPhoto } from './acts';
import type { RushSettings } from './args';
import { Measured } from './measured';
import { Phone } from './phone';
import { measureUsage, type Processes, type Usage } from './processes';
import { play, spread } from './schedule';

/** While the server asks to come back, guests do as long as the page's scripts. */
const TRIES = 12;

/** What was played. */
export interface Rush {
  party: Party;
  measured: Measured;
  /** By part, as `measured` has them. */
  usage: Usage[];
  /** What the event is found to have at the end, and what it has to. */
  totals: { name: string; found: number; expected: number }[];
}

/**
 * Plays a rush on a running server.
 * @throws UnexpectedAnswer when the event cannot even be created
 */
export async function playRush(
  settings: RushSettings,
  { base, processes }: { base: string; processes: Processes },
  source: PhotoSource,
  progress: Progress,
): Promise<Rush> {
  const measured = new Measured();
  const newClient = () => new PatientClient(base, measured, { tries: TRIES });
  const { party, organizer, maxUsers } = await beginParty(
    { settings: settings.party, base, source, stopwatch: measured, progress },
    newClient,
  );
  const { event } = party;
  const { guests, seed, photos } = settings.party;
  const link = paths.join({ event: event.name, organizer: event.organizerName });
  const program = {
    join: filesOf((await newClient().request('GET', link)).text),
    home: filesOf((await organizer.client.request('GET', paths.home('profile'))).text),
  };
  const phones = inviteGuests(party).map(
    (guest) => new Phone({ ...guest, client: newClient() }, party, settings.compress),
  );

  const usage: Usage[] = [];
  const part = async (name: string, work: () => Promise<void>) => {
    const end = await measureUsage(processes);
    measured.begin(name);
    await work();
    usage.push(await end());
  };
  const all = async (
    name: string,
    { times, windowMs }: { times: number; windowMs: number },
    act: (phone: Phone) => Promise<void>,
  ) =>
    part(name, async () => {
      const present = phones.filter(({ guest }) => guest.id > 0 || name === 'joining');
      progress.begin(name, present.length * times);
      const random = seeded(seed + usage.length);
      await play(spread(present, { times, windowMs, random }), async (phone) => {
        await attempt(party, phone.guest.name, () => act(phone));
        progress.step();
      });
    });

  const { joining, uploading, starring, opening, watching } = settings.times;
  await all('joining', { times: 1, windowMs: joining }, (phone) => joinEvent(phone, program));
  await all('uploading', { times: photos, windowMs: uploading }, sendPhoto);
  // The same people are popular with all, or the podium would be a matter of chance.
  const popular = shuffle(party.ledger.photos, seeded(seed));
  await all('starring', { times: FAVORITES_MAX, windowMs: starring }, (phone) =>
    giveStar(phone, popular),
  );
  await all('podium opened', { times: 1, windowMs: opening }, (phone) => phone.openPodium());
  await part('podium watched', () => {
    progress.begin('podium watched');
    return sleep(watching);
  });
  for (const phone of phones) phone.close();

  measured.begin('counting');
  progress.begin('counting');
  const members = phones.map(({ guest }) => guest);
  await attempt(party, organizer.name, async () => {
    await checkFigures(party, organizer, members, maxUsers);
  });
  const { ledger } = party;
  return {
    party,
    measured,
    usage,
    totals: [
      { name: 'people', found: members.filter(({ id }) => id > 0).length, expected: guests },
      { name: 'photos', found: ledger.photos.length, expected: guests * photos },
      { name: 'stars', found: ledger.totalStars, expected: guests * FAVORITES_MAX },
    ],
  };
}
