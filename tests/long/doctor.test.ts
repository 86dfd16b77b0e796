import { chown, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectDatabase, type Db } from '~db/client.server';
import { ADMINISTRATOR } from '~/models/access';
import { saveChoice } from '~/models/storage/choice.server';
import { createMemoryStorage } from '~/services/storage/memory.server';
import { createPostgresDatabase } from '../setup/databases';
import { serve } from '../setup/file-server';
import { s3Variables, startS3Server } from '../setup/s3-server';
import { freePort, SESSION_SECRET } from '../setup/server';
import { runScript } from './tool';

// `npm run doctor` where something is wrong: what it says, and its exit code (rule `admin.doctor`).

const SMALL_MACHINE = new URL('../setup/small-machine.mjs', import.meta.url).href;

let dataDir: string;
let nobody: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'snapodium-doctor-'));
  nobody = `127.0.0.1:${await freePort()}`;
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** What it says: its exit code, and the level and text of each check. */
async function doctor(env: Record<string, string>) {
  const { code, out } = await runScript('scripts/doctor.ts', [], { DATA_DIR: dataDir, ...env });
  const said: Record<string, string[]> = {};
  for (const line of out.trimEnd().split('\n')) {
    const [, level = '', check = line, text = ''] = /^(\w+) +(\w+) +(.*)$/.exec(line) ?? [];
    (said[check] ??= []).push(`${level}: ${text}`);
  }
  return { code, out, said };
}

/** The lines of a check that says one thing, beginning like this. */
const says = (...starts: string[]) =>
  starts.map((start) => expect.stringMatching(new RegExp(`^${start}`)) as string);

/** A database of its own, changed as a test needs it. */
async function prepared(change: (db: Db, name: string) => Promise<unknown>): Promise<string> {
  const url = await createPostgresDatabase();
  const { db, close } = await connectDatabase({ url, dataDir: '' });
  await change(db, new URL(url).pathname.slice(1)).finally(close);
  return url;
}

/** A site whose clock is wrong by so much. */
async function startSite(wrongMs: number): Promise<string> {
  const site = await serve((_request, response) => {
    response.setHeader('Date', new Date(Date.now() + wrongMs).toUTCString());
    response.end('{}');
  });
  onTestFinished(() => site.stop());
  return site.origin;
}

test('a server on PostgreSQL with nothing wrong: exit 0', async () => {
  const { code, said } = await doctor({ DATABASE_URL: await createPostgresDatabase() });
  expect(said).toMatchObject({
    database: says('ok: PostgreSQL \\d+.* on 127\\.0\\.0\\.1'),
    migrations: says('ok: All are applied'),
    storage: says('ok: local: files can be written'),
    clock: says('ok: '),
    mail: says('ok: SMTP_URL is not set'),
    payments: says('ok: Not set up'),
    time_zone: says('ok: Europe/Paris'),
  });
  expect(code).toBe(0);
});

test('everything is wrong: each fault is reported, no secret is, and the exit code is 1', async () => {
  const s3 = await startS3Server();
  onTestFinished(() => s3.clean());
  const { code, out, said } = await doctor({
    DATABASE_URL: await prepared((db) =>
      db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
        values ('x', 9999999999999)`),
    ),
    DATBASE_URL: 'postgres://party:hidden@elsewhere/party',
    ...s3Variables(s3.access({ secretAccessKey: 'hidden' })),
    DISK_RESERVE_MB: '1000000000',
    PUBLIC_ORIGIN: await startSite(120_000),
    SMTP_URL: `smtp://party:hidden@${nobody}`,
    MAIL_FROM: 'photos@snapodium.test',
    STRIPE_SECRET_KEY: 'sk_test_hidden',
    STRIPE_API_BASE: `http://${nobody}`,
    EVENT_TIME_ZONE: 'PNT',
  });
  expect(said).toMatchObject({
    variables: says('ok: Set: .*SMTP_URL', 'WARNING: DATBASE_URL is not known. Is DATABASE_URL'),
    migrations: says('WRONG: The database is newer than this program'),
    storage: expect.arrayContaining(says('WRONG: s3: a small file could not be written')) as [],
    disk: says('WRONG: Only .*: no photo is taken any more'),
    origin: says('WRONG: At http://127\\.0\\.0\\.1:\\d+ something else answers'),
    clock: says('WRONG: It differs by 1[12]\\d s'),
    mail: says('WRONG: The mail server 127\\.0\\.0\\.1 does not answer'),
    payments: says('WRONG: Stripe does not accept the key, or does not answer'),
    time_zone: says('WRONG: The database does not know the time zone PNT'),
  });
  expect(out).not.toContain('hidden');
  expect(code).toBe(1);
});

test('what may be intended is a warning: exit 0', async () => {
  const url = await prepared(async (db, name) => {
    await db.execute(sql`delete from drizzle.__drizzle_migrations
      where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
    await db.execute(sql`create schema shifted`);
    await db.execute(sql`create function shifted.clock_timestamp() returns timestamptz
      language sql volatile as $$ select pg_catalog.clock_timestamp() + interval '20 seconds' $$`);
    const paths = sql.raw(`"${name}" set search_path = shifted, pg_catalog, public`);
    await db.execute(sql`alter database ${paths}`);
    const [host = '', port] = nobody.split(':');
    const access = { host, port: Number(port), user: 'a', password: 'b', directory: '' };
    await saveChoice(
      { db, storage: createMemoryStorage(), env: { SESSION_SECRET: [SESSION_SECRET] } },
      {
        actor: ADMINISTRATOR,
        choice: {
          access: { ...access, secure: false },
          host: nobody,
          address: { baseUrl: 'http://photos.example', directory: '' },
          isFtpActive: true,
          isStored: true,
        },
      },
    );
  });
  const { code, said } = await doctor({
    DATABASE_URL: url,
    NODE_OPTIONS: `--import ${SMALL_MACHINE}`,
  });
  expect(said).toMatchObject({
    migrations: says('WARNING: The next start applies: \\d{4}_\\w+\\.$'),
    storage: expect.arrayContaining(
      says('ok: local: files can be', 'WARNING: ftp: does not answer as expected'),
    ) as [],
    disk: says('WARNING: Only 500 MB free'),
    memory: says('WARNING: Only .*; a server needs 512 MB'),
    origin: says('WARNING: PUBLIC_ORIGIN is not set'),
    clock: says('WARNING: It differs from the database’s by (19|20|21) s'),
  });
  expect(code).toBe(0);
});

test('a proxy whose clock is 20 seconds late is a warning', async () => {
  const { said } = await doctor({ PUBLIC_ORIGIN: await startSite(-20_000) });
  expect(said.clock).toEqual(says('WARNING: It differs from the proxy’s by (19|20|21) s'));
  // The first start creates the database.
  expect(said.database).toEqual(says('WARNING: There is none yet'));
});

describe('a database', () => {
  test('that does not answer: exit 1, and what can be checked without it is checked', async () => {
    const url = `postgres://snapodium:hidden@${nobody}/snapodium`;
    const { code, out, said } = await doctor({ DATABASE_URL: url });
    expect(said.database).toEqual(says('WRONG: It does not answer as expected \\(ECONNREFUSED\\)'));
    expect(said.migrations).toBeUndefined();
    expect(said.storage).toEqual(says('ok: local'));
    expect(out).not.toContain('hidden');
    expect(code).toBe(1);
  });

  test('of another user is not opened: exit 1', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'snapodium-doctor-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const database = join(folder, 'database');
    if (process.getuid?.() === 0) {
      await mkdir(database);
      await chown(database, 4321, 4321);
    } else await symlink('/', database);
    const { code, said } = await doctor({ DATA_DIR: folder });
    expect(said.database).toEqual(says('WRONG: It belongs to the user with id (4321|0)\\.'));
    expect(code).toBe(1);
  });
});

describe('a mail server', () => {
  /** One that answers every line with the next of these, and goes on with the last. */
  async function startMailServer(...answers: string[]): Promise<Server> {
    const server = createServer((socket) => {
      let asked = 0;
      const answer = () => socket.write(`${answers[Math.min(asked++, answers.length - 1)]}\r\n`);
      socket.on('error', () => undefined);
      socket.on('data', answer);
      answer();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return server;
  }

  test.each([
    [
      'that refuses the password',
      'smtp',
      ['220 hello', '250-hello\r\n250 AUTH PLAIN', '535 no'],
      'does not accept user name and password',
    ],
    [
      'without the encryption that is asked for',
      'smtps',
      ['220 hello'],
      'No encrypted connection to the mail server',
    ],
    ['that turns everybody away', 'smtp', ['554 go away'], 'does not accept the e-mail'],
  ])('%s is wrong: exit 1', async (_what, scheme, answers, line) => {
    const { port } = (await startMailServer(...answers)).address() as AddressInfo;
    const { code, out, said } = await doctor({
      PUBLIC_ORIGIN: `http://${nobody}`,
      SMTP_URL: `${scheme}://party:hidden@127.0.0.1:${port}`,
      MAIL_FROM: 'photos@snapodium.test',
    });
    expect(said.mail).toEqual(says(`WRONG: .*${line}`));
    expect(said.origin).toEqual(says('WARNING: http://\\S+ cannot be reached from this machine'));
    expect(out).not.toContain('hidden');
    expect(code).toBe(1);
  });
});
