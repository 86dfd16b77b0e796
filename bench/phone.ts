// What a guest's phone waits for and downloads, and what moves while a screen appears, on a slow and on a
// good network. Names on the command line select some of the screens.
import { GOOD, openPhone, SLOW, type Visit } from './support/phone';
import { fillEvent, type Filled } from './support/fill';
import { median, middle, ROUNDS, printLine, printTable } from './support/measure';
import { makePictures } from './support/pictures';
import { onServer } from './support/stand';
import { visit } from '../tests/api/party';
import type { Client } from '../tests/setup/client';

const PROFILES = {
  'slow phone (1.6 Mbit/s, 150 ms, CPU 4×)': SLOW,
  'good phone (9/3 Mbit/s, 60 ms, CPU 4×)': GOOD,
};

export default function measurePhone(chosen: string[]): Promise<void> {
  return onServer({}, async (stand) => {
    const pictures = await makePictures(24);
    const small = await fillEvent(stand, { count: 60, pictures });
    const large = await fillEvent(stand, { count: 1000, pictures, stored: 60 });
    const visitor = await visit({ origin: stand.origin, names: small.names });
    const screens = screensOf(small, large, visitor).filter(
      ([name]) => chosen.length === 0 || chosen.some((part) => name.includes(part)),
    );
    const phone = await openPhone(stand.origin);
    try {
      for (const [title, profile] of Object.entries(PROFILES)) {
        printLine(title);
        const rows = [];
        for (const [name, path, as] of screens) {
          const visits: Visit[] = [];
          for (let round = 0; round < ROUNDS; round += 1) {
            visits.push(await phone.visit(profile, path, as));
          }
          rows.push([name, ...figuresOf(visits)]);
        }
        printTable(['screen', 'FCP', 'LCP', 'worst shift', 'blocked', 'all', 'pictures'], rows);
        const waits = [];
        // The star lights and goes out in turns. An odd number leaves one for the ranking.
        for (let round = 0; round < ROUNDS; round += 1) {
          waits.push(await phone.star(profile, small.guest));
        }
        const [lit, kept] = [middle(waits, (one) => one.lit), middle(waits, (one) => one.kept)];
        printLine(
          `a star lights ${lit.toFixed(0)} ms after the tap, is kept after ${kept.toFixed(0)} ms`,
        );
      }
      const bytes = await phone.scroll(small.guest);
      printLine(`/feed with 60, scrolled to its end: ${kilobytes(bytes)} of pictures`);
    } finally {
      await phone.close();
    }
  });
}

/** The screens by name, with their URLs and who looks at them. */
function screensOf(
  small: Filled,
  large: Filled,
  visitor: Client,
): [name: string, path: string, as?: Client][] {
  const member = small.guest;
  const { event, organizerName: organizer } = small.names;
  const card = new URLSearchParams({ event, organizer });
  return [
    ['/auth', '/auth'],
    ['/auth/join, by a QR code', `/auth/join?${card}`],
    ['/auth/join/confirm', `/auth/join/confirm?${card}`],
    ['/ as a visitor', '/', visitor],
    ['/login', '/login', visitor],
    ['/, the profile', '/', member],
    ['/feed with 60', '/feed', member],
    ['/feed with 1,000', '/feed', large.guest],
    ['/feed by person', '/feed?sort=person', member],
    ['/top', '/top', member],
    ['the viewer', `/photos/${small.photos[40]?.id}?from=feed`, member],
    ['/photos/new', '/photos/new', member],
    ['/messages', '/messages', member],
    ['/settings', '/settings', member],
  ];
}

function figuresOf(visits: Visit[]): string[] {
  const seconds = (of: (visit: Visit) => number) => `${(middle(visits, of) / 1000).toFixed(2)} s`;
  const sum = ({ bytes }: Visit) => Object.values(bytes).reduce((all, one) => all + one, 0);
  return [
    seconds(({ fcp }) => fcp),
    seconds(({ lcp }) => lcp),
    Math.max(...visits.map(({ shift }) => shift)).toFixed(4),
    seconds(({ blocked }) => blocked),
    kilobytes(median(visits.map(sum))),
    kilobytes(middle(visits, ({ bytes }) => bytes.Image ?? 0)),
  ];
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} KB`;
}
