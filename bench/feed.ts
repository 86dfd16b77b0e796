// What a feed of 5,000 photos costs a phone that scrolls through it, and the viewer under a finger.
// BENCH_PHOTOS sets another number of photos.
import { openPhone } from './support/phone';
import { fillEvent } from './support/fill';
import { printLine, printTable } from './support/measure';
import { makePictures } from './support/pictures';
import { onServer } from './support/stand';

const PHOTOS = Number(process.env.BENCH_PHOTOS ?? 5000);
const SIZES = [24, 300, 1000, PHOTOS];
const SWIPED = 8;
/** How many times slower than this machine the phone is. */
const CPU = 4;

export default function measureFeed(): Promise<void> {
  return onServer({}, async (stand) => {
    const { guest: as } = await fillEvent(stand, {
      count: PHOTOS,
      pictures: await makePictures(24),
    });
    const phone = await openPhone(stand.origin);
    try {
      const found = await phone.grow(SIZES, { cpu: CPU, as });
      const rows = found.map(({ prints, nodes, heapMb, late }) => [
        prints,
        nodes,
        `${heapMb.toFixed(1)} MB`,
        percent(late),
      ]);
      printTable(['prints', 'nodes', 'heap', 'frames missed'], rows);
      const missed = await phone.swipe({ cpu: CPU, photos: SWIPED, as });
      printLine(
        `swiping through ${SWIPED} photos of the viewer: ${percent(missed)} of the frames missed`,
      );
    } finally {
      await phone.close();
    }
  });
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
