import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '~/i18n/languages';
import { TEXT_DEFAULTS } from '~/i18n/options';
import { ERROR_STATUS, type ErrorCode } from '~/models/errors';
import { textsOf } from '../../e2e/texts';
import { attributesOf, textOf } from '../../setup/html';
import { errorAt, type Page } from '../pages';
import { CREATING } from './creating';
import { DUELS } from './duels';
import { ENTERING } from './entering';
import { FAILING } from './failing';
import { FURTHER, MISSION_ROWS } from './missions';
import { ORGANIZING } from './organizing';
import { OVERLOADED } from './overloaded';
import { PEOPLE } from './people';
import { PLATFORM } from './platform';
import { PHOTOS } from './photos';
import { SHOP } from './shop';
import type { Rows, Row } from './row';
import { startScene, type Scene } from './scene';

// Every error code is provoked by a call and on a screen without scripts, and its text read there in all
// languages (rule `api.refusals`).

const TABLES: Rows[] = [
  ENTERING,
  CREATING,
  PEOPLE,
  PHOTOS,
  DUELS,
  MISSION_ROWS,
  ORGANIZING,
  SHOP,
  PLATFORM,
  FAILING,
  // The database goes away in it.
  OVERLOADED,
];
const ROWS = new Map(TABLES.flatMap((table) => Object.entries(table) as [ErrorCode, Row][]));
/** Each with the code, and what it is about. In the last rows the database goes away. */
const ALL: [name: string, code: ErrorCode, row: Row][] = [
  ...FURTHER.map((row): [string, ErrorCode, Row] => [`${row.code}, ${row.what}`, row.code, row]),
  ...[...ROWS].map(([code, row]): [string, ErrorCode, Row] => [code, code, row]),
];

let scene: Scene;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ scene, stop } = await startScene());
});
afterAll(() => stop());

const translate = Object.fromEntries(LANGUAGES.map((one) => [one, textsOf(one)]));

/** A text as a page shows it. */
function textIn(language: Language, key: string): string {
  const t = translate[language] as unknown as (key: string, values: object) => string;
  return t(key, { ...TEXT_DEFAULTS, status: 500 })
    .replace(/\s+/g, ' ')
    .trim();
}

/** What a page announces: its title, alerts, notices, and what its fields are described by. */
function announcedOn({ document }: Page): string {
  const parts = document.querySelectorAll('h1, main > p, [role=alert], [role=status], .note');
  const described = attributesOf(document, '[aria-describedby]', 'aria-describedby')
    .flatMap((ids) => ids.split(' '))
    .map((id) => document.getElementById(id));
  return [...parts, ...described].map((part) => (part ? textOf(part) : '')).join(' | ');
}

/** The contents of the fields with this name. */
function valuesAt({ document }: Page, name: string): string[] {
  const fields = [...document.querySelectorAll(`[name="${name}"]`)];
  return fields.map((one) =>
    one.matches('textarea') ? one.textContent : (one.getAttribute('value') ?? ''),
  );
}

test('every code has one row, and says why where it has no call or no screen', () => {
  expect([...ROWS.keys()].sort()).toEqual(Object.keys(ERROR_STATUS).sort());
  expect(TABLES.flatMap((table) => Object.keys(table))).toHaveLength(ROWS.size);
  for (const [, , { call, screen }] of ALL) {
    expect(typeof call !== 'string' || typeof screen !== 'string').toBe(true);
  }
});

describe.each(ALL)('%s', (_name, code, { call, screen }) => {
  if (typeof call !== 'string') {
    test('by call', async () => {
      const { status, json } = await call(scene);
      const { message } = json as { message?: string };
      // Another server's own words may follow (an FTP server's).
      const [said] = code.startsWith('ftp_') ? (message ?? '').split(': ') : [message];
      expect([status, said]).toEqual([ERROR_STATUS[code], textIn('en', `errors:${code}`)]);
    });
  }

  if (typeof screen === 'string') return;
  test.each(LANGUAGES)('on a screen, in %s', async (language) => {
    const { show, at, isWhole, keeps = {}, says = `errors:${code}` } = screen;
    const page = await show(scene, language);
    const text = textIn(language, says);
    expect(page.document.documentElement.getAttribute('lang')).toBe(language);
    const seen = `${page.status} ${page.path}: ${page.text}`;
    if (at) expect(errorAt(page, at), seen).toContain(text);
    else expect(isWhole ? page.text : announcedOn(page), seen).toContain(text);
    for (const [name, value] of Object.entries(keeps)) {
      expect(valuesAt(page, name)).toContain(value);
    }
  });
});
