// What one server needs to keep 300 phones up to date: the memory of their streams, and the time until each
// of them has shown a star; then the same with streams blocked, when they poll. Phones and server share the
// machine. BENCH_PHONES sets another number of phones.
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '~/endpoints';
import type { Marks } from '~/models/live/rules';
import { STREAMS_A_PERSON } from '~/models/live/streams.server';
import { paceOf } from '~/models/live/paces';
import { paths } from '~/paths';
import { addPhoto, createParty, expectStatus, join, visit } from '../tests/api/party';
import { openStream } from '../tests/setup/change-stream';
import type { Client } from '../tests/setup/client';
import { cpuOf, median, memoryOf, middle, ROUNDS, printLine, printTable } from './support/measure';
import { onServer, type Stand } from './support/stand';

const PHONES = Number(process.env.BENCH_PHONES ?? 300);
const POLL_MS = paceOf('ranking', ['event', 'ranking']).base;
const SETTLE_MS = 10_000;

export default function measureLive(): Promise<void> {
  return onServer({}, async (stand) => {
    const party = await createParty(stand.origin);
    const [owner, fan] = [await join(party), await join(party)];
    const photo = await addPhoto(owner, 1);
    const eventId = party.event.id;
    const phones: Client[] = [];
    while (phones.length < PHONES) phones.push(await visit(party));
    // This comes first, because later there is memory left over from other work.
    const held = await memoryOfStreams(stand, phones, eventId);
    // Until everything is compiled and each phone has its connection.
    for (let times = 0; times < 3; times += 1) await Promise.all(phones.map(drawTop));

    let isOn = false;
    /**
     * Gives a star, or takes it back.
     * @returns when it was answered
     */
    const star = async () => {
      const answer = isOn
        ? await fan.client.delete(`/api/favorites/${photo.id}`)
        : await fan.client.post('/api/favorites', { userId: fan.user.id, photoId: photo.id });
      expectStatus(answer, isOn ? 200 : 201);
      isOn = !isOn;
      return performance.now();
    };
    const known = new Map<Client, string | undefined>();
    /**
     * Asks as a page does, and loads the ranking if it has changed.
     * @returns whether it has
     */
    const ask = async (phone: Client) => {
      const url = endpoints.marks(eventId, ['ranking']);
      const { ranking } = expectStatus(await phone.get<Marks>(url), 200).json;
      const isNew = known.has(phone) && known.get(phone) !== ranking;
      known.set(phone, ranking);
      if (isNew) await drawTop(phone);
      return isNew;
    };

    await Promise.all(phones.map(ask));
    const polled = await measure(stand, async () => {
      const begun = await star();
      return Promise.all(
        phones.map(async (phone) => {
          // Each phone is at some moment of its ten seconds.
          await sleep(Math.random() * POLL_MS);
          if (!(await ask(phone))) throw new Error('A poll has not seen the star');
          return performance.now() - begun;
        }),
      );
    });
    const streams = await openStreams(phones, eventId);
    const told = await measure(stand, async () => {
      const drawn = streams.map(async ({ phone, next }) => {
        await sleep(Math.random() * (await next('ranking')).within);
        await ask(phone);
        return performance.now();
      });
      const begun = await star();
      return (await Promise.all(drawn)).map((time) => time - begun);
    });
    for (const { leave } of streams) leave();
    const heads = ['', 'half have drawn it', 'all have', 'CPU of the server'];
    printTable(heads, [
      ['streams', ...told],
      ['blocked, polls', ...polled],
    ]);
    printLine(`a stream: ${(1024 * held).toFixed(0)} KB of the server's memory`);
  });
}

async function drawTop(phone: Client): Promise<void> {
  expectStatus(await phone.get(`${paths.top()}.data`), 200);
}

/** @returns the megabytes that one stream takes */
async function memoryOfStreams({ pid }: Stand, phones: Client[], eventId: number): Promise<number> {
  const before = await memoryOf(pid);
  // Many more than there are phones, so that the server's other work counts for little.
  const many = Array.from({ length: STREAMS_A_PERSON }, () => phones).flat();
  const streams = await openStreams(many, eventId);
  await sleep(SETTLE_MS);
  const held = (await memoryOf(pid)) - before;
  for (const { leave } of streams) leave();
  return held / streams.length;
}

/** The seconds from a star until half and all of the phones have shown it, and the server's CPU time. */
async function measure({ pid }: Stand, seen: () => Promise<number[]>): Promise<string[]> {
  const rounds: { half: number; all: number; cpu: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await cpuOf(pid);
    const times = await seen();
    const cpu = (await cpuOf(pid)) - before;
    rounds.push({ half: median(times), all: Math.max(...times), cpu });
  }
  return (['half', 'all', 'cpu'] as const).map(
    (what) => `${(middle(rounds, (round) => round[what]) / 1000).toFixed(2)} s`,
  );
}

function openStreams(phones: Client[], eventId: number) {
  return Promise.all(
    phones.map(async (phone) => {
      const stream = await openStream(phone, eventId, { 'X-Forwarded-For': phone.address ?? '' });
      if (stream.status !== 200) throw new Error(`No stream: ${stream.status}`);
      return { phone, ...stream };
    }),
  );
}
