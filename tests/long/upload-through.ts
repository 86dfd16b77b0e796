import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { PublicPhoto } from '~/models/photo/shape';
import { createParty, join, sendPhoto, type Party, type Person } from '../api/party';
import { drawNoise } from '../images';
import { expectAllStored } from './stored-photos';

const PARTIES = 4;
/** As many as a free event admits. */
const GUESTS = 8;
const SLOTS = 3;
/** So that everybody's photos last as long as the faults. */
const PAUSE_MS = 4000;

interface Told {
  /** Each party, with the photos whose storing was acknowledged. */
  parties: { party: Party; acknowledged: PublicPhoto[] }[];
  /** The number of tries that were not stored. */
  refused: number;
}

/**
 * The guests of some parties fill their slots during a fault, and try again what was not stored.
 * @param fault causes the fault and repairs it; its argument resolves with the first stored photo
 * @param says the statuses after which a guest tries again
 */
export async function uploadThrough(
  origin: string,
  fault: (firstStored: Promise<void>, firstRefused: Promise<void>) => Promise<void>,
  says = [503],
): Promise<Told> {
  const file = await drawNoise(640, 480).jpeg({ quality: 80 }).toBuffer();
  const parties: { party: Party; acknowledged: PublicPhoto[]; guests: Person[] }[] = [];
  for (let index = 0; index < PARTIES; index += 1) {
    const party = await createParty(origin);
    const guests = await Promise.all(Array.from({ length: GUESTS }, () => join(party)));
    parties.push({ party, acknowledged: [], guests });
  }
  let refused = 0;
  let storeFirst = () => {};
  const firstStored = new Promise<void>((resolve) => (storeFirst = resolve));
  let refuseFirst = () => {};
  const firstRefused = new Promise<void>((resolve) => (refuseFirst = resolve));
  const fillSlots = async (guest: Person, acknowledged: PublicPhoto[]) => {
    for (let position = 1; position <= SLOTS;) {
      await sleep(PAUSE_MS);
      // A refusal before the body was sent may close the connection first. Phones try that again, too.
      const answer = await sendPhoto(guest, position, file).catch(() => null);
      if (answer?.status === 201) {
        acknowledged.push(answer.json);
        storeFirst();
      }
      // A 409: it was stored, and the answer was lost on its way.
      if (answer?.status === 201 || answer?.status === 409) position += 1;
      else if (!answer || says.includes(answer.status)) {
        refused += 1;
        refuseFirst();
      } else throw new Error(`${answer.status}: ${answer.text}`);
    }
  };
  const uploading = parties.flatMap(({ guests, acknowledged }) =>
    guests.map((guest) => fillSlots(guest, acknowledged)),
  );
  await fault(firstStored, firstRefused);
  await Promise.all(uploading);
  return { parties, refused };
}

/** Expects that every slot is filled, and that everything acknowledged is there. */
export async function expectNothingLost(origin: string, { parties }: Told): Promise<void> {
  for (const { party, acknowledged } of parties) {
    expect(await expectAllStored(origin, party, acknowledged)).toBe(GUESTS * SLOTS);
  }
}
