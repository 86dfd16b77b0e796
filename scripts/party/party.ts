import type { Settings } from './args';
import { eachOf } from './each-of';
import type { Findings } from './findings';
import type { Ledger } from './ledger';
import { PatientClient, UnexpectedAnswer } from './patient-client';
import type { PhotoOrigin, PhotoSource } from './photos';
import type { Progress } from './progress';
import type { Stopwatch } from './stopwatch';

/** What all who play have in common. */
export interface Party {
  settings: Settings;
  /** Where guests find the server; over a bad network, that network's own address. */
  base: string;
  event: { id: number; name: string; organizerName: string };
  source: PhotoSource;
  ledger: Ledger;
  /** Where each stored photo came from, by its id. */
  origins: Map<number, PhotoOrigin>;
  findings: Findings;
  stopwatch: Stopwatch;
  progress: Progress;
  /** When uploads ran, on the clock of `performance.now()`. */
  uploads: { count: number; begin: number; end: number };
  /** How many requests the network has cut. */
  broken?: number;
}

/** Another browser. */
export function newClient(party: Pick<Party, 'base' | 'stopwatch' | 'settings'>): PatientClient {
  return new PatientClient(party.base, party.stopwatch, { mends: party.settings.isFlaky });
}

/**
 * Lets somebody do something. An unexpected answer ends it and is noted as a finding, so that the
 * party goes on.
 */
export async function attempt(party: Party, who: string, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer)) throw error;
    party.findings.expect(false, `${who}: ${error.message}`);
  }
}

/**
 * Plays one part of the party for everybody concerned. Who meets an unexpected answer stops this
 * part and is reported; the others play on.
 */
export async function playPart<T extends { name: string }>(
  party: Party,
  title: string,
  people: readonly T[],
  play: (person: T) => Promise<void>,
): Promise<void> {
  party.progress.begin(title, people.length);
  await eachOf(people, party.settings.concurrency, async (person) => {
    await attempt(party, person.name, () => play(person));
    party.progress.step();
  });
}
