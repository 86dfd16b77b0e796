import { eq, sql } from 'drizzle-orm';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { events } from '~db/schema';
import type { WallState } from '~/models/wall/rules';
import { outlastCachedReads } from '../setup/cached-reads';
import { openStream } from '../setup/change-stream';
import type { Client } from '../setup/client';
import { open } from './pages';
import {
  createParty,
  expectStatus,
  join,
  openCard,
  addMissions,
  sendPhoto,
  smallJpeg,
  visit,
  type Party,
  type Person,
} from './party';

// Flash missions (rule `missions.flash`), by endpoint and on pages without scripts.

const CEILING = 'The ceiling, right now';

interface Flash {
  missionId: number;
  text: string;
  startedAt: string;
  endsAt: string;
}

const flash = ({ organizer, event }: Party, body: object = { text: CEILING }) =>
  organizer.client.post<Flash & { message: string }>(`/api/events/${event.id}/flash`, body);
const sendFlash = async (party: Party) => expectStatus(await flash(party), 201).json;
const send = async (who: Person, slot: number, missionId: number) =>
  expectStatus(await sendPhoto(who, slot, await smallJpeg(), {}, undefined, missionId), 201).json;
const wallOf = async ({ organizer: { client } }: Party) => {
  const { headers } = expectStatus(await client.submit('/event/wall', { make: 'screen' }), 302);
  const path = `${headers.get('Location')}/state`;
  return async () => expectStatus(await client.get<WallState>(path), 200).json.flash;
};

describe.each(['pgliteServer', 'postgresServer'] as const)('flash missions, on the %s', (name) => {
  const { origin } = inject(name);

  test('one is sent to everybody: phones, streams and the wall', async () => {
    const party = await createParty(origin);
    const [guest, visitor] = [await join(party), await visit(party)];
    const wall = await wallOf(party);
    const stream = await openStream(guest.client, party.event.id);
    onTestFinished(() => stream.leave());
    expect(await wall()).toBeNull();
    const told = stream.next('event');
    const sent = await sendFlash(party);
    expect(sent).toEqual({
      missionId: expect.any(Number) as number,
      text: CEILING,
      startedAt: expect.any(String) as string,
      endsAt: new Date(Date.parse(sent.startedAt) + 600_000).toISOString(),
    });
    expect(await told).toBeDefined();
    expect(await wall()).toEqual({ text: CEILING, endsAt: Date.parse(sent.endsAt) });
    for (const client of [guest.client, visitor]) {
      const { document } = await open(client.speak('en'), '/feed');
      const card = document.querySelector('.flash-card');
      expect(card?.querySelector('h2')?.textContent).toBe(CEILING);
      expect(card?.textContent).toContain('Until ');
      expect(card?.querySelector('a')?.getAttribute('href')).toBe('/photos/new?flash=1');
      const { json } = await client.get(`/api/events/${party.event.id}/missions`);
      expect(json).toMatchObject([{ id: sent.missionId, text: CEILING, enabled: false }]);
    }
    // On a screen without prints it is one line.
    const { document } = await open(guest.client.speak('en'), '/top');
    expect(document.querySelector('.flash-card')).toBeNull();
    expect(document.querySelector('[data-voting-line]')?.textContent).toContain(CEILING);
  });

  test('photos for it carry its tag and are listed together, apart from those of a card', async () => {
    const party = await createParty(origin);
    await addMissions(party, 'Shoes');
    const [zoe, tom] = [await join(party), await join(party)];
    const { missionId } = await sendFlash(party);
    for (const who of [zoe, tom]) {
      expect(await send(who, 1, missionId)).toMatchObject({ missionId });
    }
    const card = await openCard(zoe);
    expect(card.text).toBe('Shoes');
    expect(await send(zoe, 2, card.missionId)).toMatchObject({ missionId: card.missionId });
    const { document } = await open(tom.client, `/missions/${missionId}`);
    expect(document.querySelectorAll('.sheet > li')).toHaveLength(2);
  });

  test('without scripts the sheet lets one of it and a card be chosen, or neither', async () => {
    const party = await createParty(origin);
    await addMissions(party, 'Shoes');
    const { missionId } = await sendFlash(party);
    const zoe = await join(party);
    const card = await openCard(zoe);
    const visitor = await visit(party);
    const choices = async (client: Client, path: string) => {
      const { document } = await open(client, path);
      return [...document.querySelectorAll('input[name=missionId]')].map((input) => [
        input.getAttribute('type'),
        input.getAttribute('value'),
        input.hasAttribute('checked'),
      ]);
    };
    expect(await choices(zoe.client, '/photos/new')).toEqual([
      ['radio', `${missionId}`, false],
      ['radio', `${card.missionId}`, false],
      ['radio', '', true],
    ]);
    expect(await choices(zoe.client, '/photos/new?flash=1')).toEqual([
      ['radio', `${missionId}`, true],
      ['radio', `${card.missionId}`, false],
      ['radio', '', false],
    ]);
    // A visitor has no card, so they say yes or no.
    expect(await choices(visitor, '/photos/new')).toEqual([['checkbox', `${missionId}`, false]]);
  });

  test('the next one waits, and says so at the field with what was typed', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    const { missionId } = await sendFlash(party);
    const again = await flash(party, { missionId });
    expect([again.status, again.json]).toEqual([
      409,
      { message: 'One flash mission in ten minutes' },
    ]);
    const page = await open(client.speak('en'), '/event/missions');
    const desk = page.document.querySelector('#flash')?.closest('section');
    expect(desk?.textContent).toContain(CEILING);
    expect(desk?.textContent).toContain('The next one can go at ');
  });

  test('refuses what is no mission', async () => {
    const party = await createParty(origin);
    const odd = [{}, { text: '' }, { text: 'x', missionId: 1 }, { text: 7 }, { missionId: 'x' }];
    for (const body of odd) {
      const answer = await flash(party, body);
      expect([body, answer.status]).toEqual([body, 400]);
    }
    expect((await flash(party, { text: 'x'.repeat(41) })).status).toBe(400);
    expect((await flash(party, { missionId: 2_000_000_000 })).status).toBe(404);
    expect((await sendFlash(party)).text).toBe(CEILING);
  });

  test('without scripts the sheet has it chosen, even for somebody who joins with their photo', async () => {
    const party = await createParty(origin);
    const { missionId } = await sendFlash(party);
    const visitor = await visit(party);
    const chosen = async (path: string) => {
      const { document } = await open(visitor, path);
      const box = document.querySelector(`input[name=missionId][value="${missionId}"]`);
      return box?.hasAttribute('checked');
    };
    expect(await chosen('/photos/new?flash=1')).toBe(true);
    expect(await chosen('/photos/new')).toBe(false);
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(await smallJpeg())]), 'photo.jpg');
    const fields = {
      name: 'Zoé',
      email: 'zoe.flash@example.com',
      missionId: String(missionId),
      consent: 'on',
    };
    for (const [key, value] of Object.entries(fields)) body.set(key, value);
    expectStatus(await visitor.request('POST', '/photos/new', { body }), 302);
    const path = `/api/photos/event/${party.event.id}`;
    expect((await visitor.get(path)).json).toMatchObject([{ missionId }]);
  });
});

test('after ten minutes it is gone everywhere, and a late photo goes in without it', async () => {
  const { origin, databaseUrl } = inject('postgresServer');
  const party = await createParty(origin);
  const guest = await join(party);
  const wall = await wallOf(party);
  const { missionId } = await sendFlash(party);
  expect(await send(guest, 1, missionId)).toMatchObject({ missionId });
  const { db, close } = await connectDatabase({ url: databaseUrl ?? '', dataDir: '' });
  onTestFinished(close);
  await db
    .update(events)
    .set({ flashedAt: sql`${events.flashedAt} - interval '10 minutes'` })
    .where(eq(events.id, party.event.id));
  await outlastCachedReads();
  expect(await send(guest, 2, missionId)).toMatchObject({ missionId: null });
  expect(await wall()).toBeNull();
  const { document } = await open(guest.client, '/feed');
  expect(document.querySelector('.flash-card')).toBeNull();
  // A form says what became of the mission.
  const body = new FormData();
  body.set('image', new Blob([new Uint8Array(await smallJpeg())]), 'photo.jpg');
  body.set('missionId', String(missionId));
  expectStatus(await guest.client.speak('en').request('POST', '/photos/new', { body }), 302);
  const next = await open(guest.client.speak('en'), '/');
  expect(next.text).toContain('its time is over, or the card is no longer yours');
  const filter = await open(guest.client, `/missions/${missionId}`);
  expect(filter.document.querySelectorAll('.sheet > li')).toHaveLength(1);
  expect((await sendFlash(party)).missionId).toBe(missionId);
});
