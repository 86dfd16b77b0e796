import { describe, expect, it } from 'vitest';
import { readArgs } from './args';

const read = (line: string, env: Record<string, string> = {}) =>
  readArgs(line.split(' ').filter(Boolean), env);

it('plays 30 guests with 3 photos on a server of its own unless told otherwise', () => {
  expect(read('')).toEqual({
    guests: 30,
    photos: 3,
    base: null,
    from: null,
    admin: { email: 'admin@example.com', username: 'admin', password: null },
    concurrency: 16,
    seed: 1,
    isFlaky: false,
  });
  expect(read('--flaky')?.isFlaky).toBe(true);
});

it('takes only the origin of a base address', () => {
  expect(read('--base http://localhost:3000/auth --guests 10')?.base).toBe('http://localhost:3000');
});

it('shows its usage', () => {
  expect(read('--help')).toBeNull();
});

describe('the administrator’s password', () => {
  it('is needed for more than ten guests on a given server', () => {
    expect(() => read('--base http://localhost:3000 --guests 11')).toThrow(/--admin-password/);
  });

  it('comes from the command line or the environment', () => {
    const line = '--base http://localhost:3000';
    expect(read(`${line} --admin-password one`)?.admin.password).toBe('one');
    expect(read(line, { ADMIN_PASSWORD: 'two' })?.admin.password).toBe('two');
  });
});

it.each([
  ['--guests 0', '--guests'],
  ['--guests 3.5', '--guests'],
  ['--guests=-3', '--guests'],
  ['--photos 4', '--photos: must be at most 3'],
  ['--photos none', '--photos'],
  ['--concurrency 0', '--concurrency'],
  ['--base localhost:3000', '--base'],
  ['--colour red', '--colour'],
])('refuses %s in one line', (line, message) => {
  expect(() => read(line)).toThrow(message);
});
