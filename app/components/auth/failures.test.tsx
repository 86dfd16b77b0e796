import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import { instanceFor } from '~/i18n/i18n.server';
import { LANGUAGES } from '~/i18n/languages';
import type { ErrorCode } from '~/models/errors';
import { AccessDenied } from './access-denied';
import { LoginFailure } from './login-failure';

const LOST = 'Error: Something went wrong. Please try again.';

/** A notice in a language, as “title: text”. */
async function said(notice: React.ReactElement, language: (typeof LANGUAGES)[number] = 'en') {
  const i18n = await instanceFor(language);
  const html = renderToStaticMarkup(<I18nextProvider i18n={i18n}>{notice}</I18nextProvider>);
  return html.replace('</strong>', ': ').replace(/<[^>]+>/g, '');
}

const refused = (code: ErrorCode) => ({ error: { '': [code] } });

describe('the notice for a refused visitor', () => {
  it.each<[ErrorCode, string]>([
    ['entry_failed', LOST],
    ['unknown', 'Access denied: Could not access the event'],
    ['event_ended', 'Access denied: This event has ended'],
    ['incorrect_organizer_name', 'Access denied: Incorrect organizer name'],
  ])('%s: %s', async (error, words) => {
    expect(await said(<AccessDenied error={error} />)).toBe(words);
  });
});

describe('the notice for a failed Login/Register', () => {
  it.each<[ErrorCode, string]>([
    ['entry_failed', LOST],
    ['unknown', 'Registration failed: Please try again'],
    ['invalid_credentials', 'Login failed: Invalid credentials or event'],
    [
      'user_exists',
      'Registration failed: A user with this name and email is already registered for this event',
    ],
  ])('%s: %s', async (code, words) => {
    expect(await said(<LoginFailure result={refused(code)} />)).toBe(words);
  });
});

it('an unexpected failure has the same text in both places, translated into each language', async () => {
  const pairs = LANGUAGES.map(async (language) => {
    const atDoor = await said(<AccessDenied error="entry_failed" />, language);
    const inDialog = await said(<LoginFailure result={refused('entry_failed')} />, language);
    expect(inDialog).toBe(atDoor);
    return atDoor;
  });
  expect(new Set(await Promise.all(pairs)).size).toBe(LANGUAGES.length);
});
