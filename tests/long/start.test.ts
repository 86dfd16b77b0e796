import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { connectDatabase, type DatabaseConnection } from '~db/client.server';
import { users } from '~db/schema';
import type { PublicEvent } from '~/models/event/shape';
import { Client } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import { copyOf } from '../setup/first-start';
import { prepareDataDir } from '../setup/pglite-template';
import { startRelay } from '../setup/relay';
import { freePort, SESSION_SECRET, startServer, type TestServer } from '../setup/server';
import { addPhoto, createParty, join as joinParty, smallJpeg, type Party } from '../api/party';
import { startApart } from '../api/servers';
import { startUntilEnd } from './tool';

describe('a start that cannot succeed says why in one line, and exits with 1', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'snapodium-start-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  async function expectRefusal(env: Record<string, string>, line: RegExp): Promise<void> {
    const { code, output } = await startUntilEnd({ HOST: '127.0.0.1', DATA_DIR: dataDir, ...env });
    const lines = output.trimEnd().split('\n');
    expect(lines).toEqual([expect.stringMatching(line)]);
    expect(code).toBe(1);
  }

  // Each variable has its test beside the code that reads it.
  test.each([
    [{ PORT: 'many' }, /PORT: must be a number$/],
    [{ PORT: '99999' }, /PORT: must be a whole number from 0 to 65535$/],
    [
      { TRUST_PROXY: 'nginx' },
      /TRUST_PROXY: must be true, false, a number of proxies, or addresses/,
    ],
    [{ S3_BUCKET: 'party' }, /S3_ENDPOINT: is required when S3_BUCKET is set$/],
    [{ DATABASE_URL: 'postgres://localhost/x', SESSION_SECRET: '' }, /SESSION_SECRET: is required/],
  ])('a bad variable: %o', async (env, line) => {
    await expectRefusal(env as Record<string, string>, line);
  });

  test('the database is down', async () => {
    const url = `postgres://snapodium@127.0.0.1:${await freePort()}/snapodium`;
    const env = { DATABASE_URL: url, SESSION_SECRET, DATABASE_START_SECONDS: '0' };
    await expectRefusal(env, /DATABASE_URL: the database cannot be opened \(.+\)$/);
  });

  test('the database does not exist', async () => {
    const url = `${inject('postgresUrl')}nowhere`;
    const env = { DATABASE_URL: url, SESSION_SECRET };
    await expectRefusal(env, /DATABASE_URL: the database cannot be opened \(.*nowhere.*\)$/);
  });

  /** As a later version leaves a database. */
  const migrateFurther = async (connection: DatabaseConnection) => {
    await connection.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values ('x', 9999999999999)`);
    await connection.close();
  };
  const newer = (variable: string) =>
    new RegExp(
      `${variable}: the database was migrated by .+, and this is Snapodium \\d.*: start the newer program, or restore a backup$`,
    );

  test('the database is of a newer version', async () => {
    const url = await createPostgresDatabase();
    await migrateFurther(await connectDatabase({ url, dataDir: '' }));
    await expectRefusal({ DATABASE_URL: url, SESSION_SECRET }, newer('DATABASE_URL'));
  });

  test('the embedded database is of a newer version', async () => {
    const folder = await mkdtemp(join(dataDir, 'newer-'));
    await prepareDataDir(folder);
    await migrateFurther(await connectDatabase({ dataDir: folder }));
    await expectRefusal({ DATA_DIR: folder, SESSION_SECRET }, newer('DATA_DIR'));
  });

  test('a misspelt variable is named before, never its value', async () => {
    const { code, output } = await startUntilEnd({
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATBASE_URL: 'postgres://party:hidden@elsewhere/party',
      DATABASE_URL: `postgres://snapodium@127.0.0.1:${await freePort()}/snapodium`,
      SESSION_SECRET,
      DATABASE_START_SECONDS: '0',
    });
    const [warning = '', refusal] = output.trimEnd().split('\n');
    expect(JSON.parse(warning)).toMatchObject({
      level: 40,
      misspelt: [{ name: 'DATBASE_URL', meant: 'DATABASE_URL' }],
    });
    expect(refusal).toMatch(/DATABASE_URL: the database cannot be opened/);
    expect(output).not.toContain('hidden');
    expect(code).toBe(1);
  });

  test('the data folder cannot be written', async () => {
    await expectRefusal({ DATA_DIR: '/dev/null/data' }, /DATA_DIR: /);
  });
});

test('a database that is up a while after the server is waited for', async () => {
  const url = new URL(await createPostgresDatabase());
  const relay = await startRelay(Number(url.port));
  url.port = String(relay.port);
  await relay.down();
  const asked = untilAsked(relay.port);
  const starting = startApart({ DATABASE_URL: url.href });
  await asked;
  await sleep(1500);
  await relay.up();
  const server = await starting;
  expect(server.output()).toContain('the database does not answer yet; it is waited for');
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  await server.stop();
  await server.clean();
  await relay.stop();
});

describe('a server ends', () => {
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.stop();
    await server?.clean();
    server = undefined;
  });

  test('when its terminal is closed, as gracefully as otherwise', async () => {
    server = await startApart();
    const party = await createParty(server.origin);
    const upload = await slowUpload(party);
    const stopped = server.stop('SIGHUP');
    // A second signal, as Ctrl-C under npm sends, does not interrupt it.
    server.process.kill('SIGHUP');
    await expect.poll(() => takesConnections(party.origin)).toBe(false);
    expect((await upload.finish()).status).toBe(201);
    expect(await stopped).toBe(0);
  });

  test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'when the npm that started it gets %s',
    async (signal) => {
      const dataDir = await copyOf(inject('firstStarts').pglite);
      const origin = `http://127.0.0.1:${await freePort()}`;
      const npm = spawn('npm', ['start'], {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        stdio: 'ignore',
        detached: true,
        env: {
          ...process.env,
          HOST: '127.0.0.1',
          PORT: new URL(origin).port,
          DATA_DIR: dataDir,
          SESSION_SECRET,
        },
      });
      await expect.poll(() => takesConnections(origin), { timeout: 60_000 }).toBe(true);
      npm.kill(signal);
      await expect.poll(() => takesConnections(origin), { timeout: 60_000 }).toBe(false);
      // The data can be used again once it is gone.
      await expect.poll(() => opens(dataDir), { timeout: 60_000 }).toBe(true);
      await rm(dataDir, { recursive: true, force: true });
    },
  );
});

describe('first start, and all that follow', () => {
  /** Neither password nor secret is set, so both are generated. */
  const first = { ADMIN_PASSWORD: '', SESSION_SECRET: '', LOG_LEVEL: 'info' };
  let server: TestServer;
  let party: Party;
  let photoUrl: string;

  beforeAll(async () => {
    // A folder that the server has to create.
    const dataDir = join(await mkdtemp(join(tmpdir(), 'snapodium-start-')), 'data');
    server = await startServer({ dataDir, env: first });
    party = await createParty(server.origin);
    photoUrl = (await addPhoto(party.organizer, 1)).imageUrl;
  });
  afterAll(async () => {
    await server.stop();
    await rm(dirname(server.dataDir), { recursive: true, force: true });
  });

  /** Stops the server and starts it again on its data. */
  async function restart(env: Record<string, string>): Promise<void> {
    await server.stop();
    const { dataDir } = server;
    server = await startServer({ dataDir, env });
  }

  /** The organizer with the session from the first start, on the current server. */
  const organizer = () => {
    const client = new Client(server.origin);
    client.cookies.take([party.organizer.client.cookies.header() ?? '']);
    return client;
  };

  test('the administrator’s password is in a file until they have signed in', async () => {
    const file = join(server.dataDir, 'admin-password');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const password = (await readFile(file, 'utf8')).trim();
    expect(password).toMatch(/^[\w-]{16}$/);
    expect(server.output()).toContain(file);
    expect(server.output()).not.toContain(password);
    const demo = { event: 'DEMO', organizerName: 'Demo', name: 'Demo', email: 'admin@example.com' };
    const client = new Client(server.origin);
    expect((await client.post('/api/login', { ...demo, password: 'another' })).status).toBe(401);
    await stat(file);
    expect((await client.post('/api/login', { ...demo, password })).status).toBe(200);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  test('the demo event exists, with participants, photos and stars', async () => {
    const client = new Client(server.origin);
    await client.post('/api/visitor-access', { event: 'DEMO', organizerName: 'Demo' });
    const { json: demo } = await client.get<PublicEvent>('/api/events/1');
    expect(demo).toMatchObject({ id: 1, name: 'DEMO', organizerId: 1 });
    expect(Number(demo.endDate.slice(0, 4)) - Number(demo.startDate.slice(0, 4))).toBe(10);
    const members = await client.get<unknown[]>('/api/events/1/users');
    expect(members.json.length).toBeGreaterThanOrEqual(12);
    const feed = await client.get<{ imageUrl: string }[]>('/api/photos/event/1');
    expect(feed.json.length).toBeGreaterThanOrEqual(10);
    for (const { imageUrl } of feed.json) expect((await client.get(imageUrl)).status).toBe(200);
    const top = await client.get<unknown[]>('/api/events/1/top-photos');
    expect(top.json.length).toBeGreaterThanOrEqual(3);
  });

  test('the session secret is readable by its owner only', async () => {
    const { mode } = await stat(join(server.dataDir, 'session-secret'));
    expect(mode & 0o777).toBe(0o600);
  });

  test('and so is everything in the data folder', async () => {
    const { dataDir } = server;
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    const paths = await readdir(dataDir, { recursive: true });
    expect(paths.length).toBeGreaterThan(100);
    const modes = await Promise.all(
      paths.map(async (path) => ({ path, mode: (await stat(join(dataDir, path))).mode })),
    );
    expect(modes.filter(({ mode }) => mode & 0o077)).toEqual([]);
  });

  test('log lines are JSON with the request’s id', async () => {
    const { headers } = await new Client(server.origin).get('/auth?from=poster');
    const id = headers.get('X-Request-Id') ?? 'missing';
    const line = () =>
      server
        .output()
        .split('\n')
        .find((text) => text.includes(id));
    await expect.poll(line).toBeTruthy();
    expect(JSON.parse(line() ?? '')).toMatchObject({
      level: 30,
      req: { id, method: 'GET', path: '/auth' },
      res: { status: 200 },
    });
  });

  test('a common password causes a warning, and a port that is taken is named', async () => {
    const { port } = new URL(server.origin);
    const dataDir = await mkdtemp(join(tmpdir(), 'snapodium-start-'));
    await prepareDataDir(dataDir);
    const env = { HOST: '127.0.0.1', PORT: port, DATA_DIR: dataDir, ADMIN_PASSWORD: 'secret' };
    const { code, output } = await startUntilEnd(env);
    await rm(dataDir, { recursive: true, force: true });
    const [warning = '', ...others] = output.trim().split('\n');
    expect(JSON.parse(warning)).toMatchObject({ level: 40, weakness: 'password_common' });
    expect(warning).not.toContain('secret');
    expect(others.join('\n')).toMatch(new RegExp(`^.*PORT: ${port} is taken by another program$`));
    expect(code).toBe(1);
  });

  test('SIGTERM: a running request is finished, no other starts, exit 0', async () => {
    const upload = await slowUpload(party);
    const stopped = server.stop();
    await expect.poll(() => takesConnections(server.origin)).toBe(false);
    const { status, body, connection } = await upload.finish();
    expect([status, JSON.parse(body)]).toEqual([201, expect.objectContaining({ position: 2 })]);
    // Kept alive, the connection would go on being served, and delay the end.
    expect(connection).toBe('close');
    expect(await stopped).toBe(0);
  });

  test('the next start keeps data, files, sessions and password', async () => {
    await chmod(server.dataDir, 0o755);
    await restart(first);
    expect((await stat(server.dataDir)).mode & 0o777).toBe(0o700);
    const client = organizer();
    expect((await client.get('/api/user')).json).toEqual(party.organizer.user);
    expect((await client.get(photoUrl)).status).toBe(200);
    const own = await client.get(`/api/photos/user/${party.organizer.user.id}`);
    expect(own.json).toHaveLength(2);
    expect((await joinParty({ ...party, origin: server.origin })).user.eventId).toBe(
      party.event.id,
    );
    expect(server.output()).not.toContain('Administrator');
  });

  test('secrets rotate: sessions of an older one stay valid, until it is removed', async () => {
    const { dataDir } = server;
    await server.stop();
    const fresh = randomBytes(16).toString('hex');
    const old = (await readFile(join(dataDir, 'session-secret'), 'utf8')).trim();
    const env = { SESSION_SECRET: `${fresh}, ${old}` };
    server = await startServer({ dataDir, env });
    expect((await organizer().get('/api/user')).status).toBe(200);
    const { client } = await joinParty({ ...party, origin: server.origin });
    const newer = client.cookies.header() ?? '';

    await restart({ SESSION_SECRET: fresh });
    expect((await organizer().get('/api/user')).status).toBe(401);
    const answer = await new Client(server.origin).get('/api/user', { Cookie: newer });
    expect(answer.status).toBe(200);
  });

  // Two servers would each write their own pages of the embedded database over the other's.
  test('a data folder that is in use is named', async () => {
    const env = { HOST: '127.0.0.1', PORT: String(await freePort()), DATA_DIR: server.dataDir };
    const { code, output } = await startUntilEnd({ ...env, SESSION_SECRET });
    expect(output.trim()).toMatch(/^Snapodium cannot start\. DATA_DIR: .*$/);
    expect(code).toBe(1);
  });
});

/** Resolves when somebody has tried to connect, and nobody listens there any more. */
function untilAsked(port: number): Promise<void> {
  return new Promise((resolve) => {
    const listener = createServer((socket) => {
      socket.destroy();
      listener.close(() => resolve());
    }).listen(port, '127.0.0.1');
  });
}

/** Whether a folder's database can be opened: nobody uses it, and it is whole. */
async function opens(dataDir: string): Promise<boolean> {
  const database = await connectDatabase({ dataDir }).catch(() => null);
  if (!database) return false;
  const rows = await database.db.select({ id: users.id }).from(users);
  await database.close();
  return rows.length > 0;
}

function takesConnections(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

interface SlowAnswer {
  status: number | undefined;
  body: string;
  connection: string | undefined;
}

/** An upload of which all but the last bytes have been sent. */
async function slowUpload({ origin, organizer: { client, user } }: Party) {
  const form = new FormData();
  form.set('image', new Blob([Uint8Array.from(await smallJpeg())]), 'photo.jpg');
  const { id: userId, eventId } = user;
  form.set('data', JSON.stringify({ userId, eventId, position: 2, imageUrl: '' }));
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const outgoing = request(`${origin}/api/photos`, {
    method: 'POST',
    headers: {
      'Content-Type': encoded.headers.get('Content-Type') ?? '',
      'Content-Length': body.length,
      Cookie: client.cookies.header() ?? '',
    },
  });
  const answer = new Promise<SlowAnswer>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      const { statusCode: status, headers } = response;
      response.once('end', () => resolve({ status, body: text, connection: headers.connection }));
    });
  });
  await new Promise<void>((resolve) => outgoing.write(body.subarray(0, -20), () => resolve()));
  return {
    finish: () => {
      outgoing.end(body.subarray(-20));
      return answer;
    },
  };
}
