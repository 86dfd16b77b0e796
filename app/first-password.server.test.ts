import { mkdtempSync, readFileSync, statSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { removeFirstPassword, announceFirstPassword } from './first-password.server';
import { createLog } from './log.server';

function start(isTTY: boolean) {
  const dataDir = mkdtempSync(join(tmpdir(), 'snapodium-password-'));
  const [lines, shown]: [string[], string[]] = [[], []];
  const log = createLog({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const write = vi.fn((text: string) => shown.push(text) > 0);
  const tell = () =>
    announceFirstPassword(
      { username: 'admin', password: 'drawn-secret', dataDir, log },
      { isTTY, write: write as never },
    );
  return { dataDir, file: join(dataDir, 'admin-password'), log, lines, shown, tell };
}

test('a terminal shows the first password, and no file contains it', () => {
  const { tell, shown, lines, file } = start(true);
  tell();
  expect(shown).toEqual(['Administrator: admin, password drawn-secret (shown this once)\n']);
  expect(lines).toEqual([]);
  expect(existsSync(file)).toBe(false);
});

test('without a terminal a file contains it until the administrator signs in, and the log names the file', () => {
  const { tell, shown, lines, file, dataDir, log } = start(false);
  writeFileSync(file, 'of an earlier start', { mode: 0o644 });
  tell();
  expect(readFileSync(file, 'utf8')).toBe('drawn-secret\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(shown).toEqual([]);
  expect(lines.join()).toContain(file);
  expect(lines.join()).not.toContain('drawn-secret');
  removeFirstPassword({ dataDir, log });
  expect(existsSync(file)).toBe(false);
  removeFirstPassword({ dataDir, log });
  expect(lines).toHaveLength(1);
});
