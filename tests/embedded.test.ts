import fs from 'node:fs';
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { prepareDataDir } from './setup/pglite-template';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = await mkdtemp(join(tmpdir(), 'snapodium-embedded-'));
afterEach(() => void vi.restoreAllMocks());
afterAll(() => rm(folder, { recursive: true, force: true }));

it.runIf(process.platform === 'linux')(
  'flushes what it acknowledges, with buffers for a small machine',
  async () => {
    const dataDir = join(folder, 'flushed');
    await prepareDataDir(dataDir);
    const { db, close } = await connectDatabase({ dataDir });
    const flushed: string[] = [];
    const { fsyncSync } = fs;
    vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
      flushed.push(fs.readlinkSync(`/proc/self/fd/${file}`));
      fsyncSync(file);
    });
    await db.execute(sql`create table things (name text)`);
    flushed.length = 0;
    await db.execute(sql`insert into things values ('kept')`);
    expect(flushed).toEqual([expect.stringContaining('/pg_wal/')]);
    await db.execute(sql`checkpoint`);
    // Files, and the folders with their names.
    expect(flushed.some((path) => path.includes('/base/'))).toBe(true);

    const { rows } = (await db.execute(
      sql`select setting::int * 8 / 1024 as mb from pg_settings where name = 'shared_buffers'`,
    )) as unknown as { rows: { mb: number }[] };
    expect(rows[0]?.mb).toBeLessThanOrEqual(20);
    await close();
  },
);

it('starts with a copy of an empty database, whatever a killed start has left', async () => {
  const empty = join(folder, 'template');
  await prepareDataDir(empty);
  const dataDir = join(folder, 'new');
  // Half a copy.
  await cp(join(empty, 'database', 'global'), join(dataDir, 'database.new', 'global'), {
    recursive: true,
  });
  const open = () => connectDatabase({ dataDir, empty: join(empty, 'database') });
  const first = await open();
  await first.db.execute(sql`create table things (name text)`);
  await first.close();
  expect((await stat(join(dataDir, 'database'))).mode & 0o777).toBe(0o700);
  expect(await readdir(dataDir)).not.toContain('database.new');

  const second = await open();
  await second.db.execute(sql`select * from things`);
  await second.close();
});
