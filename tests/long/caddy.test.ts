import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addPhoto, createParty, join as joinParty, unique, type Party } from '../api/party';
import { drawNoise } from '../images';
import { startCaddy, type Caddy } from '../setup/caddy';
import { copyFirstStart } from '../setup/first-start';
import { freePort, SESSION_SECRET, startServer, type TestServer } from '../setup/server';

// deploy/Caddyfile in front of the built server, with curl as the guest and the doctor as the operator.

const run = promisify(execFile);
const MIB = 1024 * 1024;
const ONLY_STATUS = ['--output', '/dev/null', '--write-out', '%{http_code}'];
let caddy: Caddy;
let server: TestServer;
let party: Party;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapodium-curl-'));
  const port = await freePort();
  server = await startServer({
    dataDir: await copyFirstStart(),
    env: {
      PUBLIC_ORIGIN: `https://localhost:${port}`,
      // As compose.yaml has it.
      TRUST_PROXY: '1',
      EVENTS_PER_HOUR: '2',
    },
  });
  caddy = await startCaddy({ upstream: new URL(server.origin).host, port });
  party = await createParty(server.origin);
});
afterAll(async () => {
  await caddy.stop();
  await server.stop();
  await server.clean();
  await rm(folder, { recursive: true });
});

/** What curl prints. */
async function curl(...args: string[]): Promise<string> {
  const { stdout } = await run('curl', ['--silent', '--cacert', caddy.authority, ...args], {
    maxBuffer: 100 * MIB,
  });
  return stdout;
}

/** The status of a POST with a photo of this many bytes, from a new guest. */
async function statusOfPhoto(bytes: number): Promise<number> {
  const guest = await joinParty(party);
  const photo = await drawNoise(64, 64).jpeg().toBuffer();
  const file = join(folder, `${bytes}.jpg`);
  // What follows the end of a JPEG is not part of it.
  await writeFile(file, Buffer.concat([photo, Buffer.alloc(bytes - photo.length)]));
  const cookie = guest.client.cookies.header() ?? '';
  const { id: userId, eventId } = guest.user;
  const data = JSON.stringify({ userId, eventId, position: 1, imageUrl: '' });
  const fields = ['--form', `data=${data}`, '--form', `image=@${file}`];
  const form = ['--header', `Cookie: ${cookie}`, ...fields];
  return Number(await curl(...form, ...ONLY_STATUS, `${caddy.origin}/api/photos`));
}

describe('deploy/Caddyfile', () => {
  test('a photo of 25 MiB passes', async () => {
    expect(await statusOfPhoto(25 * MIB)).toBe(201);
  });

  test('a body of 27 MiB is refused', async () => {
    expect(await statusOfPhoto(27 * MIB)).toBe(413);
  });

  test('events pass at once, while the stream stays open', async () => {
    const guest = await joinParty(party);
    const cookie = guest.client.cookies.header() ?? '';
    const url = `${caddy.origin}/api/events/${party.event.id}/changes`;
    const asked = [
      '--silent',
      '--no-buffer',
      '--cacert',
      caddy.authority,
      '--header',
      `Cookie: ${cookie}`,
    ];
    const stream = spawn('curl', [...asked, url], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void stream.kill());
    let heard = '';
    stream.stdout.on('data', (part) => (heard += part));
    await expect.poll(() => heard, { timeout: 30_000 }).not.toBe('');
    const begun = heard.length;
    await addPhoto(await joinParty(party), 1);
    await expect.poll(() => heard.slice(begun), { timeout: 30_000 }).toContain('photo');
    expect(stream.exitCode).toBeNull();
  });

  test('a guest counts by their own address, whatever they claim', async () => {
    const create = async (address: string, ...claims: string[]) => {
      const names = { name: `Event ${unique()}`, organizerName: `Organizer ${unique()}` };
      const body = JSON.stringify({ ...names, organizerEmail: `${unique()}@example.com` });
      const json = ['--header', 'Content-Type: application/json', '--data', body];
      const status = await curl(
        ...['--ipv4', '--interface', address, ...json, ...claims, ...ONLY_STATUS],
        `${caddy.origin}/api/create-event`,
      );
      return Number(status);
    };
    const claim = ['--header', 'X-Forwarded-For: 203.0.113.9'];
    expect(await create('127.0.0.5')).toBe(201);
    expect(await create('127.0.0.5', ...claim)).toBe(201);
    expect(await create('127.0.0.5', ...claim)).toBe(429);
    expect(await create('127.0.0.6')).toBe(201);
  });

  test('the doctor reaches the server through it, and finds nothing wrong', async () => {
    const { stdout } = await run(process.execPath, ['build/server/doctor.js'], {
      env: {
        ...process.env,
        DATA_DIR: server.dataDir,
        SESSION_SECRET,
        NODE_EXTRA_CA_CERTS: caddy.authority,
        PUBLIC_ORIGIN: caddy.origin,
        PUBLIC_ORIGN: 'a secret',
      },
    });
    const lines = stdout.split('\n');
    expect(lines).toContainEqual(
      expect.stringMatching(/^WARNING +origin +https:.*only from this machine/),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^ok +database .*in use by the running server/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^ok +clock /));
    expect(lines).toContainEqual(
      expect.stringMatching(/^WARNING +variables +PUBLIC_ORIGN is not known/),
    );
    expect(stdout).not.toMatch(/a secret|WRONG/);
  });
});
