import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import packageFile from '../../package.json';
import { typesOf } from '../../scripts/api-types';
import { Client } from '../setup/client';
import { createContract } from '../setup/contract';
import { parsePage } from '../setup/html';
import { unique } from './party';

const document = inject('apiDocument');
const { origin } = inject('pgliteServer');

describe('the description of the API', () => {
  test('has the version, and an ETag, and needs no session', async () => {
    const client = new Client(origin);
    const { json, headers } = await client.get<typeof document>('/api/openapi.json');
    expect(json.info.version).toBe(packageFile.version);
    const tag = headers.get('ETag') ?? '';
    const again = await client.get('/api/openapi.json', { 'If-None-Match': tag });
    expect(again.status).toBe(304);
  });

  test('says of every call who may make it, what it answers and what it refuses', () => {
    const calls = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(calls.length).toBeGreaterThan(60);
    for (const { summary, responses, 'x-who': who } of calls) {
      expect(summary).not.toBe('');
      expect(Object.keys(responses)).toContain('500');
      if (who !== 'anyone') expect(Object.keys(responses)).toContain('401');
    }
    const names = calls.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('is a page that loads nothing foreign and runs nothing', async () => {
    const { text } = await new Client(origin).get('/api/docs');
    expect(text).toContain('<html lang="en">');
    expect(text).not.toMatch(/<script|<style|(?:src|href)="(?:https?:)?\/\//);
    for (const path of Object.keys(document.paths)) expect(text).toContain(path);
  });

  test('has a curl for every call', async () => {
    const { text } = await new Client(origin).get('/api/docs');
    const page = parsePage(text);
    const curls = new Map<string, string>();
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [verb, { operationId }] of Object.entries(operations)) {
        const commands = [...page.querySelectorAll(`#${operationId} pre code`)];
        const [command = ''] = commands.map((code) => code.textContent);
        const address = path.replace(/\{\w+\}/g, '\\w+').replaceAll('.', '\\.');
        expect([operationId, commands.length]).toEqual([operationId, 1]);
        expect(command).toMatch(new RegExp(`"\\$ORIGIN${address}(\\?[^"]+)?"$`));
        const [, method = 'GET'] = / -X ([A-Z]+)/.exec(command) ?? [];
        expect([operationId, method]).toEqual([operationId, verb.toUpperCase()]);
        curls.set(`${method} ${path}`, command);
      }
    }

    const folder = await mkdtemp(join(tmpdir(), 'snapodium-curl-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const run = async (call: string) => {
      const told = "--silent --output answer --write-out '%{http_code}'";
      const options = { cwd: folder, env: { ...process.env, ORIGIN: origin } };
      const args = ['-c', `${curls.get(call)} ${told}`];
      return Number((await promisify(execFile)('sh', args, options)).stdout);
    };
    for (const call of ['GET /api/openapi.json', 'GET /api/docs']) {
      expect([call, await run(call)]).toEqual([call, 200]);
    }
    // As the page says how to begin: the first one keeps the session in a file.
    expect(await run('GET /api/user')).toBe(401);
    expect(await run('POST /api/create-event')).toBe(201);
    expect(await run('GET /api/user')).toBe(200);
  });

  test('is what bench/rush/api.d.ts was made from', async () => {
    expect(readFileSync('bench/rush/api.d.ts', 'utf8')).toBe(await typesOf(document));
  });
});

describe('an answer that is not as described', () => {
  const contract = createContract(document);
  const headers = new Headers({
    'X-Request-Id': '7F3K-9QXZ',
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'private, no-cache',
    ETag: '"1"',
  });
  const user = {
    id: 2,
    username: 'zoe',
    email: 'zoe@example.com',
    name: 'Zoe',
    eventId: 2,
    isOrganizer: false,
    isVisitor: false,
    selfieUrl: null,
    tableId: null,
  };
  const check =
    (path: string, status: number, json: unknown, sent = headers) =>
    () =>
      contract('GET', path, { status, headers: sent, json, bytes: Buffer.alloc(0), text: '' });

  test('is found by its status, shape, message and headers', () => {
    expect(check('/api/user', 200, user)).not.toThrow();
    expect(check('/api/user', 200, { ...user, passwordHash: 'x' })).toThrow('additional');
    expect(check('/api/user', 200, { ...user, id: '2' })).toThrow('integer');
    expect(check('/api/user', 201, user)).toThrow('not documented');
    expect(check('/api/user', 401, { message: 'Not authenticated' })).not.toThrow();
    expect(check('/api/user', 401, { message: 'Who are you?' })).toThrow('not documented');
    expect(check('/api/nowhere', 200, {})).toThrow('not documented');
    const unmarked = new Headers(headers);
    unmarked.delete('ETag');
    expect(check('/api/user', 200, user, unmarked)).toThrow('ETag');
  });

  test('or by its Retry-After', () => {
    const json = { message: 'Too many attempts. Please try again later.' };
    const refused = (status: number, wait?: string) => {
      const sent = new Headers(headers);
      if (wait !== undefined) sent.set('Retry-After', wait);
      const answer = { status, headers: sent, json, bytes: Buffer.alloc(0), text: '' };
      return () => contract('POST', '/api/login', answer);
    };
    expect(refused(429, '30')).not.toThrow();
    expect(refused(429, '0.5')).toThrow('Retry-After');
    expect(refused(429)).toThrow('Retry-After');
  });
});

describe('docs/agency.mjs', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'snapodium-agency-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const run = (...given: string[]) =>
    promisify(execFile)(process.execPath, ['docs/agency.mjs', origin, ...given, folder]);

  test('creates an event once, and fetches its cards and its photos', async () => {
    const given = [`Party ${unique()}`, 'Ann Lee', 'ann@example.com'];
    const first = await run(...given);
    expect(Number(first.stdout)).toBeGreaterThan(1);
    const start = async (name: string) => (await readFile(join(folder, name))).subarray(0, 4);
    expect((await start('cards.pdf')).toString()).toBe('%PDF');
    expect((await start('photos.zip')).toString('latin1')).toMatch(/^PK/);
    const second = await run(...given);
    expect(second.stdout).toBe(first.stdout);
    await rm(join(folder, 'event.json'));
    await expect(run(...given)).rejects.toMatchObject({
      code: 1,
      stderr: '409: An event with this name and organizer already exists\n',
    });
  });
});
