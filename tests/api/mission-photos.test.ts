import { describe, expect, inject, test } from 'vitest';
import { attributesOf } from '../setup/html';
import type { Client } from '../setup/client';
import { open } from './pages';
import {
  addMissions,
  createParty,
  expectStatus,
  join,
  sendPhoto,
  smallJpeg,
  visit,
  type Person,
} from './party';
import { scanCards } from './printed';

// The photos of one mission, without scripts (rule `missions.filter`).

const LINE = 'Photos by mission';

describe.each(['pgliteServer', 'postgresServer'] as const)(
  'photos of a mission, on the %s',
  (name) => {
    const { origin } = inject(name);
    const linksOf = async (client: Client, path: string) => {
      const { document, text } = await open(client, path);
      return { document, text, links: attributesOf(document, 'main a', 'href') };
    };

    test('are found from the feed, and looked at alone', async () => {
      const party = await createParty(origin);
      await addMissions(party, 'The ceiling', 'The shoes', 'The door');
      const codes = (await scanCards(party)).map((link) => link.slice(-13));
      const image = await smallJpeg();
      const guests = await Promise.all(Array.from({ length: 4 }, () => join(party)));
      const sent: { ceilings: number[]; owner: Person }[] = [];
      const take = async (guest: Person, position: number, code: string | undefined) =>
        expectStatus(await sendPhoto(guest, position, image, {}, undefined, code), 201).json;
      for (const owner of guests) {
        const photo = await take(owner, 1, codes[0]);
        await take(owner, 2, codes[1]);
        sent.unshift({ owner, ceilings: [photo.id] });
      }
      const ids = sent.flatMap(({ ceilings }) => ceilings);
      const visitor = (await visit(party)).speak('en');
      // With only a few photos the feed says nothing.
      expect((await linksOf(visitor, '/feed')).text).not.toContain(LINE);
      const [first] = guests;
      if (!first) throw new Error('no guest');
      const alone = await take(first, 3, codes[2]);
      let plainId = 0;
      for (const guest of guests.slice(1)) plainId = (await take(guest, 3, undefined)).id;
      expect((await linksOf(visitor, '/feed')).text).toContain(LINE);
      const list = await linksOf(visitor, '/missions');
      const pages = list.links.filter((href) => href.startsWith('/missions/'));
      expect(pages).toHaveLength(3);
      const [ceilings = '', , doors = ''] = pages;

      const page = await linksOf(visitor, ceilings);
      const prints = page.links.filter((href) => href.startsWith('/photos/'));
      expect(prints).toEqual(ids.map((id) => `/photos/${id}?from=mission`));
      // The viewer steps among them, and closes to their page.
      const second = await linksOf(visitor, prints[1] ?? '');
      expect(second.links).toContain(prints[0]);
      expect(second.links).toContain(prints[2]);
      expect(second.links).toContain(`${ceilings}?at=${ids[1]}#photo-${ids[1]}`);
      expect(second.text).toContain('Photo 2 of 4');
      // A star leads back to it.
      const { document } = await open(first.client, ceilings);
      const next = attributesOf(document, '.sheet form input[name=next]', 'value');
      expect(next).toEqual(ids.slice(0, 3).map((id) => `${ceilings}#photo-${id}`));
      // Somebody who deletes the only photo of a mission is not redirected to a page that no longer exists.
      const own = await linksOf(first.client, `/photos/${alone.id}?from=mission`);
      expect(own.links).toContain(`${doors}?at=${alone.id}#photo-${alone.id}`);
      const back = encodeURIComponent(`/photos/${alone.id}?from=mission`);
      expect(own.links).toContain(`/photos/${alone.id}/delete?next=%2Ffeed&back=${back}`);
      // A photo without a mission is one of the feed.
      const plain = await linksOf(visitor, `/photos/${plainId}?from=mission`);
      expect(plain.text).toContain('of 12');

      const csv = await party.organizer.client.speak('en').get('/event/photos.csv');
      expect(expectStatus(csv, 200).text.match(/,The shoes,.*the-shoes\//g)).toHaveLength(4);
      const rows = await linksOf(party.organizer.client.speak('en'), '/event/missions');
      expect(rows.links).toEqual(expect.arrayContaining(pages));
      expect(rows.text).toContain('4 photos');
    });
  },
);
