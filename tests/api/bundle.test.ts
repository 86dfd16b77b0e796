import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { LANGUAGES } from '~/i18n/languages';
import { FEED_PAGE_SIZE } from '~/models/list-place';
import { phoneJpeg } from '../images';
import { Client } from '../setup/client';
import { attributesOf, parsePage } from '../setup/html';
import { createParty, expectStatus, join, sendPhoto, visit } from './party';

const { origin } = inject('pgliteServer');
/** The limit of a page's scripts with brotli. */
const MAX_BYTES = 130_000;
/** Each file is one more request on a slow network. */
const FEED_FILES = 16;
/** The texts a browser loads before a page hydrates (app/i18n/options.ts). */
const NAMESPACES = ['common', 'errors', 'auth', 'event'];

/** A script as it is sent. */
interface Script {
  bytes: number;
  /** Whether it was sent compressed; a few hundred bytes are not worth it. */
  isCompressed: boolean;
  code: string;
}

const scripts = new Map<string, Promise<Script>>();

function fetchScript(path: string): Promise<Script> {
  let script = scripts.get(path);
  if (!script) scripts.set(path, (script = receive(path)));
  return script;
}

/** What the server really sends to a client that accepts brotli. */
function receive(path: string): Promise<Script> {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': 'br, gzip' };
    const outgoing = request(origin + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        if (response.statusCode !== 200)
          return reject(new Error(`${path}: ${response.statusCode}`));
        const body = Buffer.concat(chunks);
        const isCompressed = response.headers['content-encoding'] === 'br';
        const code = (isCompressed ? brotliDecompressSync(body) : body).toString();
        resolve({ bytes: body.byteLength, isCompressed, code });
      });
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

/** The modules a page names: preloads, imports of its inline scripts, script elements. */
function modulesOf(html: string): string[] {
  const document = parsePage(html);
  const code = [...document.querySelectorAll('script')].map((script) => script.textContent ?? '');
  const imported = code.join('\n').matchAll(/\bimport\s*\(?[^;"']*["'](\/[^"']+\.js)["']/g);
  return [
    ...new Set([
      ...attributesOf(document, 'link[rel=modulepreload]', 'href'),
      ...attributesOf(document, 'script', 'src'),
      ...[...imported].map(([, path]) => path ?? ''),
    ]),
  ];
}

/** The modules a module imports statically. */
function importsOf(path: string, code: string): string[] {
  const found = code.matchAll(
    /(?:^|[;}\s])(?:import|export)\b(?:[\w\s{},*$]*\bfrom)?\s*"([^"]+\.js)"/g,
  );
  return [...found].map(([, target]) => resolvePath(path, target ?? ''));
}

/**
 * The files of a language's texts, for each namespace that this module loads: the dynamic imports of Vite's
 * list.
 */
function textsOf(path: string, code: string, language: string): string[] {
  return NAMESPACES.flatMap((namespace) => {
    const pattern = new RegExp(
      `locales/${language}/${namespace}\\.json"\\s*:[^"]*import\\(["'\`]([^"'\`]+\\.js)["'\`]\\)`,
    );
    const target = pattern.exec(code)?.[1];
    return target ? [resolvePath(path, target)] : [];
  });
}

const resolvePath = (from: string, target: string) => new URL(target, origin + from).pathname;

/** A page names the texts of its own language. */
const IS_TEXTS = /\/texts-\w+-[\w-]+\.js$/;

/** All scripts that a page's browser loads, by path: what it names, what those import, and the texts. */
async function loadsOf(html: string, language: string): Promise<Map<string, Script>> {
  const loaded = new Map<string, Script>();
  let namespaces = 0;
  const waiting = modulesOf(html).filter((path) => !IS_TEXTS.test(path));
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (loaded.has(path)) continue;
    const script = await fetchScript(path);
    loaded.set(path, script);
    const ofLanguage = textsOf(path, script.code, language);
    namespaces += ofLanguage.length;
    waiting.push(...importsOf(path, script.code), ...ofLanguage);
  }
  if (namespaces !== NAMESPACES.length) {
    throw new Error(`found ${namespaces} of the ${NAMESPACES.length} namespaces in ${language}`);
  }
  return loaded;
}

const PAGES = ['/auth', '/auth/join', '/', '/feed', '/top', '/login'];

const bytesOf = (loaded: Map<string, Script>) =>
  [...loaded.values()].reduce((sum, { bytes }) => sum + bytes, 0);
/** The five largest, to help make it smaller. */
const largest = (loaded: Map<string, Script>) =>
  [...loaded]
    .sort(([, a], [, b]) => b.bytes - a.bytes)
    .slice(0, 5)
    .map(([path, { bytes }]) => `${path} ${bytes}`)
    .join(', ');

describe('JavaScript of guest pages', () => {
  const pages = new Map<string, string>();
  beforeAll(async () => {
    const visitor = await visit(await createParty(origin));
    for (const path of PAGES) {
      const client = path.startsWith('/auth') ? new Client(origin) : visitor;
      pages.set(path, (await client.get(path)).text);
    }
  });

  test.each(LANGUAGES)('each page stays below 130 KB of brotli, in %s', async (language) => {
    const all = new Map<string, Script>();
    const sizes: [path: string, bytes: number][] = [];
    for (const [path, html] of pages) {
      const loaded = await loadsOf(html, language);
      sizes.push([path, bytesOf(loaded)]);
      for (const [name, script] of loaded) all.set(name, script);
    }
    const report =
      `in ${language}: ${sizes.map(([path, bytes]) => `${path} ${bytes}`).join(', ')}; ` +
      `all of them ${bytesOf(all)} bytes in ${all.size} files, the largest ${largest(all)}`;
    if (language === 'fr') process.stdout.write(`JavaScript of guest pages ${report}\n`);
    expect(
      sizes.filter(([, bytes]) => bytes > MAX_BYTES),
      report,
    ).toEqual([]);
    // React and Remix alone are larger than this, so less means that something was not counted.
    expect(
      sizes.filter(([, bytes]) => bytes < 60_000),
      report,
    ).toEqual([]);
  });

  test('a page requests its texts with its other files', async () => {
    for (const html of pages.values()) {
      const texts = [...(await loadsOf(html, 'fr')).keys()].filter((path) => IS_TEXTS.test(path));
      expect(texts).toHaveLength(1);
      expect(modulesOf(html).filter((path) => IS_TEXTS.test(path))).toEqual(texts);
    }
  });

  test('the feed needs few files', async () => {
    const loaded = await loadsOf(pages.get('/feed') ?? '', 'fr');
    expect([...loaded.keys()].length).toBeLessThanOrEqual(FEED_FILES);
  });

  test('large files were compressed at build time', async () => {
    for (const html of pages.values()) {
      for (const [path, { bytes, isCompressed }] of await loadsOf(html, 'fr')) {
        if (bytes >= 512) expect([path, isCompressed]).toEqual([path, true]);
      }
    }
  });

  test('nothing is loaded from another site', () => {
    for (const html of pages.values()) {
      const document = parsePage(html);
      const loading = 'script, link, img, video, source';
      const addresses = ['src', 'href'].flatMap((name) => attributesOf(document, loading, name));
      expect(addresses.length).toBeGreaterThan(0);
      for (const address of addresses) expect(address).toMatch(/^(\/(?!\/)|data:image\/)/);
    }
  });
});

test('the first page of a full feed is less than 40 KB of HTML', async () => {
  const party = await createParty(origin);
  for (let number = 1; number <= 5; number++) {
    const guest = await join(party, { name: `Camille de Montmorency ${number}` });
    // As wide as photos are stored, for the longest list of sizes.
    for (const slot of [1, 2, 3]) {
      const caption = slot === 1 ? 'Forty letters are as many as fit on here' : undefined;
      expectStatus(await sendPhoto(guest, slot, await phoneJpeg(2000, 1500, 1), {}, caption), 201);
    }
  }
  const { client } = await join(party);
  for (const language of LANGUAGES) {
    const { text } = await client.speak(language).get('/feed');
    expect(text.match(/id="photo-/g)).toHaveLength(FEED_PAGE_SIZE);
    expect(Buffer.byteLength(text), language).toBeLessThan(40_000);
  }
});

test('a server loads the library for PDFs in a thread, with the first one', async () => {
  const folder = new URL('../../build/server/', import.meta.url);
  const codeOf = (name: string) => readFile(new URL(name, folder), 'utf8');
  const library = /\b(?:from|import)\b[\s(]*["']@react-pdf\/renderer/;
  const thread = 'pdf-worker.js';
  expect(await codeOf(thread)).toMatch(library);
  const others = (await readdir(folder)).filter((name) => name.endsWith('.js') && name !== thread);
  expect(others).toContain('app.js');
  for (const name of others) {
    const code = await codeOf(name);
    expect(code).not.toMatch(library);
    // Named, to be started as a thread, and never imported.
    expect(code).not.toMatch(/\b(from|import)\b[\s(]*["']\.\/pdf-worker/);
  }
});

test('a server starts a process for images with the first one, and loads nothing of it before', async () => {
  const folder = new URL('../../build/server/', import.meta.url);
  const codeOf = (name: string) => readFile(new URL(name, folder), 'utf8');
  expect(await codeOf('image-child.js')).toContain('from "sharp"');
  expect(await codeOf('app.js')).not.toMatch(/\b(from|import)\b[\s(]*["']\.\/image-child/);
});
