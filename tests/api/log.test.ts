import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { Client } from '../setup/client';
import { copyOf } from '../setup/first-start';
import { createPostgresDatabase } from '../setup/databases';
import type { TestServer } from '../setup/server';
import { unique } from './party';
import { startIn } from './servers';

// What the log contains of a statement that fails: each kind of PostgreSQL error is provoked by a request
// whose statement carries an e-mail address and a password's hash.

/** What a trigger does to rows with this name, in PL/pgSQL. */
const FAULTS = {
  unique: 'new.id := 1',
  foreign_key: 'new.event_id := 987654321',
  check: "new.selfie_key := 'key'",
  not_null: 'new.username := null',
  too_long: 'short := new.email',
  no_number: 'number := new.email',
  no_date: 'day := new.email',
  no_json: 'perform new.email::json',
  division: 'number := 1 / (length(new.email) * 0)',
  syntax: "execute 'selec 1'",
  no_table: 'perform 1 from nowhere',
  no_column: "execute 'select nothing from users'",
  raised: "raise 'the address %, the hash %', new.email, new.password_hash",
  detail: "raise 'no' using detail = new.email, hint = new.password_hash",
  serialization: "raise serialization_failure using message = 'could not serialize'",
  deadlock: "raise deadlock_detected using message = 'deadlock detected'",
  lock_timeout: "raise lock_not_available using message = 'lock timeout', detail = new.email",
  canceled: "raise query_canceled using message = 'statement timeout', detail = new.email",
  disk_full: "raise disk_full using message = 'no space left', detail = new.email",
} as const;

const TRAP = `
  create function trap() returns trigger language plpgsql as $$
  declare short varchar(3); number integer; day date;
  begin
    ${Object.entries(FAULTS)
      .map(([name, work]) => `if new.name like 'Trap ${name} %' then ${work}; end if;`)
      .join('\n')}
    return new;
  end $$`;

describe.each(['pglite', 'postgres'] as const)('the log, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    const dataDir = await copyOf(inject('firstStarts')[kind]);
    const url = kind === 'postgres' ? await createPostgresDatabase() : undefined;
    const { db, close } = await connectDatabase({ url, dataDir });
    await db.execute(sql.raw(TRAP));
    const when = 'before insert on users for each row execute function trap()';
    await db.execute(sql.raw(`create trigger trap ${when}`));
    await close();
    const env: Record<string, string> = url ? { DATABASE_URL: url } : {};
    server = await startIn(dataDir, { ...env, LOG_LEVEL: 'trace' });
  });
  afterAll(async () => {
    await server.stop();
    await server.clean();
  });

  test.each(Object.keys(FAULTS))(
    'contains no value of a statement that fails (%s)',
    async (fault) => {
      const mark = unique();
      const answer = await new Client(server.origin).post('/api/create-event', {
        name: `Event ${mark}`,
        organizerName: `Trap ${fault} ${mark}`,
        organizerEmail: `secret-${mark}@hidden.example`,
        password: `pass-${mark}`,
      });
      expect(answer.status).toBeGreaterThanOrEqual(409);
      const id = answer.headers.get('X-Request-Id') ?? 'missing';
      const lines = () =>
        server
          .output()
          .split('\n')
          .filter((line) => line.includes(id));
      // What failed, and how it was answered.
      await expect.poll(() => lines().length).toBeGreaterThanOrEqual(2);
      expect(lines().join('\n')).toMatch(/"stack":"(\\n)?\s+at /);
      const log = server.output();
      for (const secret of ['@hidden.example', `secret-${mark}`, 'scrypt$', `pass-${mark}`]) {
        expect(log).not.toContain(secret);
      }
    },
  );
});
