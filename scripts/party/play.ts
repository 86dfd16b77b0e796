import { FAVORITES_MAX } from '~/models/favorite';
import { startBreakingProxy, type BreakingProxy, type Cut } from '../../tests/setup/breaking-proxy';
import type { Settings } from './args';
import { beginParty } from './begin';
import { checkFigures } from './checks';
import { cannotLook, lookAtFiles } from './files';
import {
  arrive,
  goHome,
  inviteGuests,
  isTurnedAway,
  replacePhoto,
  spendStarsLeft,
  vote,
  type Guest,
} from './guest';
import { leave, signInAgain, watchRanking, type Organizer } from './organizer';
import { attempt, newClient, playPart, type Party } from './party';
import { PatientClient } from './patient-client';
import type { PhotoSource } from './photos';
import type { Progress } from './progress';
import { pick, seeded } from './random';
import type { TopPhoto } from './shapes';
import { Stopwatch } from './stopwatch';

/**
 * Plays the whole event on a running server, from its creation to the last log-out.
 * @throws UnexpectedAnswer when the event cannot even be created
 */
export async function playParty(
  settings: Settings,
  base: string,
  source: PhotoSource,
  progress: Progress,
): Promise<{ party: Party; top: TopPhoto[]; seconds: number }> {
  const start = performance.now();
  const stopwatch = new Stopwatch();
  progress.begin('Creating the event');
  const { party, organizer, maxUsers } = await beginParty(
    { settings, base, source, stopwatch, progress },
    () => new PatientClient(base, stopwatch),
  );
  const network = settings.isFlaky ? await startBreakingProxy(base) : null;
  if (network) {
    network.cuts = cutsAtRandom(settings.seed);
    party.base = network.origin;
  }
  try {
    const top = await playGuests(party, organizer, maxUsers);
    if (network) party.broken = network.broken.length;
    return { party, top, seconds: (performance.now() - start) / 1000 };
  } finally {
    await network?.stop();
  }
}

/** Three in ten requests, of each sort as many. */
function cutsAtRandom(seed: number): BreakingProxy['cuts'] {
  const random = seeded(seed);
  return () => {
    if (random() >= 0.3) return null;
    return pick<Cut>(['before', { inBody: random() }, 'after'], random) ?? null;
  };
}

async function playGuests(
  party: Party,
  organizer: Organizer,
  maxUsers: number,
): Promise<TopPhoto[]> {
  const guests = inviteGuests(party);
  await playPart(party, 'Arriving and uploading', guests, (guest) => arrive(party, guest));
  const uploads = { ...party.uploads };
  const present = guests.filter((guest) => guest.id > 0);
  if (present.length === maxUsers) {
    await attempt(party, 'One more guest', () => isTurnedAway(party));
  }

  await playVoting(party, organizer.client, present);
  await playSecondThoughts(party, present);
  await playLooking(party, present);
  let top: TopPhoto[] = [];
  await attempt(party, organizer.name, async () => {
    top = await checkFigures(party, organizer, guests, maxUsers);
  });

  await playPart(party, 'Going home', present, (guest) => goHome(party, guest));
  await attempt(party, organizer.name, async () => {
    await leave(organizer.client);
    await signInAgain(party, organizer);
  });
  party.uploads = uploads;
  return top;
}

async function playVoting(
  party: Party,
  watcher: ReturnType<typeof newClient>,
  guests: readonly Guest[],
): Promise<void> {
  let isOver = false;
  const watching = attempt(party, 'The ranking', () => watchRanking(party, watcher, () => isOver));
  await playPart(party, 'Voting', guests, (guest) => vote(party, guest));
  isOver = true;
  await watching;
}

/** Some delete a photo that has stars; those who lost theirs give them again. */
async function playSecondThoughts(party: Party, guests: readonly Guest[]): Promise<void> {
  const deleting = guests.filter((guest) => guest.habits.deletesLate);
  await playPart(party, 'Second thoughts', deleting, (guest) => replacePhoto(party, guest));
  const poorer = guests.filter((guest) => party.ledger.starsOf(guest.id).length < FAVORITES_MAX);
  await playPart(party, 'Starring again', poorer, (guest) => spendStarsLeft(party, guest));
}

/** Every photo is looked at once, by one guest or another. */
async function playLooking(party: Party, guests: readonly Guest[]): Promise<void> {
  const { photos } = party.ledger;
  await playPart(party, 'Looking at the photos', guests, async (guest) => {
    const mine = photos.filter((_, index) => guests[index % guests.length] === guest);
    for (const photo of mine) await lookAtFiles(party, guest.client, photo);
  });
  const [first] = photos;
  if (first) await attempt(party, 'A stranger', () => cannotLook(newClient(party), first));
}
