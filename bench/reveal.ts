// A reveal on many phones and two servers: when each phone knows and shows a step, by the server's clock. Each does
// what the app does in a browser, with its code: a stream that announces the event, then the call shortly before
// each step. Phones and servers share the machine. BENCH_PHONES sets another number of phones.
import { setTimeout as sleep } from 'node:timers/promises';
import { AHEAD_MS } from '~/models/event/reveal-steps';
import type { RevealShow } from '~/models/event/shape';
import { SERVER_NOW } from '~/models/live/rules';
import { addPhoto, createParty, day, expectStatus, join, visit } from '../tests/api/party';
import { openStream } from '../tests/setup/change-stream';
import type { Client } from '../tests/setup/client';
import { aim, printLine, printTable } from './support/measure';
import { onServer } from './support/stand';

const PHONES = Number(process.env.BENCH_PHONES ?? 50);
/** As in app/browser/reveal/follow-reveal.ts and reveal-watch.tsx. */
const SPREAD_MS = 800;
const LED_WITHIN_MS = 1500;
/** How far apart the phones of one server may be. */
const AIM_MS = 1000;

interface Step {
  place: number;
  /** Ms from the reveal's beginning until it was known and shown. */
  known: number;
  shown: number;
}

export default function measureReveal(): Promise<void> {
  return onServer({}, async (stand) => {
    const other = await stand.startAnother();
    const party = await createParty(stand.origin, { startDate: day(-1) });
    const photos = [];
    for (let place = 1; place <= 3; place += 1) photos.push(await addPhoto(await join(party), 1));
    for (let index = 0; index < 3; index += 1) {
      const { client, user } = await join(party);
      for (const { id } of photos.slice(0, index + 1)) {
        expectStatus(await client.post('/api/favorites', { userId: user.id, photoId: id }), 201);
      }
    }
    const eventId = party.event.id;
    const path = `/api/events/${eventId}`;
    const json = { standings: 'hidden', votingClosesAt: new Date(Date.now() - 60_000) };
    expectStatus(await party.organizer.client.request('PATCH', path, { json }), 200);

    const phones: Client[] = [];
    while (phones.length < PHONES) {
      const origin = phones.length % 2 ? other.origin : stand.origin;
      phones.push(await visit({ ...party, origin }));
    }
    const streams = await Promise.all(
      phones.map(async (phone) => {
        const address = { 'X-Forwarded-For': phone.address ?? '' };
        return { phone, stream: await openStream(phone, eventId, address) };
      }),
    );
    const played = streams.map(async ({ phone, stream }) => {
      const { within } = await stream.next('event');
      // The marks, the frame and the screen are asked for anew, then the reveal's page.
      await sleep(Math.random() * within);
      expectStatus(await phone.get(`${path}/marks?of=event`), 200);
      await sleep(Math.random() * LED_WITHIN_MS);
      expectStatus(await phone.get('/reveal.data'), 200);
      return play(phone, `${path}/reveal`);
    });
    expectStatus(await party.organizer.client.post(`${path}/reveal`, {}), 200);
    const all = await Promise.all(played);
    for (const { stream } of streams) stream.leave();
    report(all);
  });
}

/** Follows a reveal by a copy of the server's clock, as a page does. */
async function play(phone: Client, path: string): Promise<Step[]> {
  let clock = { ahead: 0, doubt: Infinity };
  const ask = async () => {
    const askedAt = Date.now();
    const answer = expectStatus(await phone.get<RevealShow>(path), 200);
    const told = Number(answer.headers.get(SERVER_NOW));
    const [least, most] = [told - Date.now(), told - askedAt];
    const doubt = (most - least) / 2;
    const fits = clock.ahead >= least && clock.ahead <= most;
    if (!fits || doubt < clock.doubt) clock = { ahead: (least + most) / 2, doubt };
    return answer.json;
  };
  let show = await ask();
  const passed = () => Date.now() + clock.ahead - show.startsAt;
  const steps: Promise<Step>[] = [];
  for (const { place, at } of show.steps) {
    const isTold = () => show.places.some((one) => one.place === place);
    while (!isTold()) {
      const due = at - AHEAD_MS + clock.doubt + Math.random() * SPREAD_MS;
      await sleep(Math.max(due - passed(), 250));
      show = await ask();
    }
    const known = passed();
    const wait = async () => {
      await sleep(Math.max(0, at - passed()));
      // Servers and phones are on one machine, whose clock is that of the server.
      return { place, known, shown: Date.now() - show.startsAt };
    };
    steps.push(wait());
  }
  return Promise.all(steps);
}

function report(all: Step[][]): void {
  const heads = ['place', 'phones', 'step at', 'known from', 'to', 'shown from', 'to', 'spread'];
  let worst = 0;
  let missed = 0;
  const rows = [3, 2, 1].map((place) => {
    const steps = all.flat().filter((step) => step.place === place);
    const at = { 3: 10_000, 2: 14_000, 1: 28_000 }[place] ?? 0;
    const [known, shown] = [steps.map((step) => step.known), steps.map((step) => step.shown)];
    const spread = Math.max(...shown) - Math.min(...shown);
    worst = Math.max(worst, spread);
    missed += all.length - steps.length + shown.filter((time) => time > at + AIM_MS).length;
    const bounds = [known, shown].flatMap((times) => [Math.min(...times), Math.max(...times)]);
    return [place, steps.length, at, ...bounds.map((time) => time.toFixed(0)), spread.toFixed(0)];
  });
  printTable(heads, rows);
  printLine(`times in ms from the beginning; shown over a second late or never: ${missed}`);
  aim(worst <= AIM_MS && missed === 0);
}
