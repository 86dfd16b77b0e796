// What it takes to keep 300 phones live with one server: memory of their streams, and how long it takes
// until each of them has drawn a star; the same with streams blocked, when they poll: `npm run bench:live`.
// Phones and server share the machine.
import { readFile } from 'node:fs/promises';
import type { Marks, ChangeNotification } from '../app/models/change';
import { STREAMS_A_PERSON } from '../app/models/change-streams.server';
import { scheduleOf } from '../app/offline/poll-schedules';
import { endpoints } from '../app/endpoints';
import { paths } from '../app/paths';
import { addPhoto, createParty, expectStatus, join, visit } from '../tests/api/party';
import type { Client } from '../tests/setup/client';
import { startPostgres } from '../tests/setup/postgres';
import { startServer } from '../tests/setup/server';
import { cpuOf, median, table } from './support/measure';

const PHONES = Number(process.env.BENCH_PHONES ?? 300);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const POLL_MS = scheduleOf('ranking', ['event', 'ranking']).base;

const cluster = await startPostgres();
const server = await startServer({ env: { DATABASE_URL: cluster.url('postgres') } });
const pid = server.process.pid ?? 0;
try {
  const party = await createParty(server.origin);
  const [owner, fan] = [await join(party), await join(party)];
  const photo = await addPhoto(owner, 1);
  const eventId = party.event.id;
  const url = endpoints.marks(eventId, ['ranking']);
  const phones: Client[] = [];
  while (phones.length < PHONES) phones.push(await visit(party));
  const drawTop = async (phone: Client) =>
    expectStatus(await phone.get(`${paths.top()}.data`), 200);
  // So many more than there are phones, that what else the server does meanwhile counts for little; and first,
  // for later there is memory left over from other work.
  const memory = await memoryOf(pid);
  const crowd = await Promise.all(
    Array.from({ length: STREAMS_A_PERSON }, () => phones)
      .flat()
      .map((phone) => openStream(phone, eventId)),
  );
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  const held = ((await memoryOf(pid)) - memory) / crowd.length;
  crowd.forEach(({ leave }) => leave());

  // Until everything is compiled, and each phone has its connection.
  for (let times = 0; times < 3; times++) await Promise.all(phones.map(drawTop));

  let isOn = false;
  /** Gives a star, or takes it back. */
  async function star(): Promise<number> {
    const given = { userId: fan.user.id, photoId: photo.id };
    const { client } = fan;
    const answer = isOn
      ? await client.delete(`/api/favorites/${photo.id}`)
      : await client.post('/api/favorites', given);
    expectStatus(answer, isOn ? 200 : 201);
    isOn = !isOn;
    return performance.now();
  }

  /** Asks as a page does, and draws the ranking where it is another. @returns whether it is */
  const known = new Map<Client, string | undefined>();
  async function ask(phone: Client): Promise<boolean> {
    const { ranking } = expectStatus(await phone.get<Marks>(url), 200).json;
    const isNew = known.has(phone) && known.get(phone) !== ranking;
    known.set(phone, ranking);
    if (isNew) await drawTop(phone);
    return isNew;
  }

  /** Seconds from a star until each phone has drawn it, by rounds. */
  async function measure(seen: () => Promise<number[]>) {
    const rounds: { middle: number; last: number; cpu: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = await cpuOf(pid);
      const times = (await seen()).sort((one, other) => one - other);
      const last = times.at(-1) ?? Number.NaN;
      rounds.push({
        middle: median(times) / 1000,
        last: last / 1000,
        cpu: (await cpuOf(pid)) - before,
      });
    }
    const middleOf = (what: keyof (typeof rounds)[number]) =>
      median(rounds.map((one) => one[what]));
    return [
      `${middleOf('middle').toFixed(2)} s`,
      `${middleOf('last').toFixed(2)} s`,
      `${(middleOf('cpu') / 1000).toFixed(2)} s`,
    ];
  }

  await Promise.all(phones.map(ask));
  const blocked = await measure(async () => {
    const begun = await star();
    // Each is somewhere in its ten seconds.
    return Promise.all(
      phones.map(async (phone) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * POLL_MS));
        if (!(await ask(phone))) throw new Error('A poll has not seen the star');
        return performance.now() - begun;
      }),
    );
  });

  const streams = await Promise.all(phones.map((phone) => openStream(phone, eventId)));
  const told = await measure(async () => {
    const told = phones.map((phone, index) => {
      return new Promise<number>((resolve, reject) => {
        const stream = streams[index];
        if (!stream) return reject(new Error('A phone has no stream'));
        stream.hear = ({ of, within }) => {
          if (!of.includes('ranking')) return;
          stream.hear = () => {};
          setTimeout(() => {
            ask(phone).then(() => resolve(performance.now()), reject);
          }, Math.random() * within);
        };
      });
    });
    const begun = await star();
    return (await Promise.all(told)).map((time) => time - begun);
  });
  streams.forEach(({ leave }) => leave());

  const heads = ['', 'half have drawn it', 'all have', 'CPU of the server'];
  process.stdout.write(
    `${table([heads, ['streams', ...told], ['blocked, polls', ...blocked]])}\n` +
      `a stream: ${held.toFixed(0)} KB of the server's memory, measured with ${crowd.length}\n`,
  );
} finally {
  await server.stop();
  await server.clean();
  await cluster.stop();
}

/** Kilobytes of memory that a process holds. */
async function memoryOf(process: number): Promise<number> {
  const status = await readFile(`/proc/${process}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}

interface Stream {
  hear: (change: ChangeNotification) => void;
  leave: () => void;
}

/** Opens a stream, and waits until it has begun. */
async function openStream({ origin, cookies }: Client, eventId: number): Promise<Stream> {
  const abort = new AbortController();
  const stream: Stream = { hear: () => {}, leave: () => abort.abort() };
  const response = await fetch(origin + endpoints.changes(eventId), {
    headers: { Cookie: cookies.header() ?? '' },
    signal: abort.signal,
  });
  if (!response.ok || !response.body) throw new Error(`No stream: ${response.status}`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  await reader.read();
  const read = async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      for (const [, data = ''] of decoder.decode(value).matchAll(/event: changes\ndata: (.*)/g)) {
        stream.hear(JSON.parse(data) as ChangeNotification);
      }
    }
  };
  read().catch(() => undefined);
  return stream;
}
