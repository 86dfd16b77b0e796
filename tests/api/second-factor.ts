import { generateSync } from 'otplib';
import type { Client } from '../setup/client';
import { open, send, type Page } from './pages';

/** The screen of one's second factor. */
export const SECOND_FACTOR = '/settings/second-factor';

/** The code of an authenticator app, so many half minutes from now. */
export const codeIn = (secret: string, halfMinutes: number) =>
  generateSync({ secret, epoch: Date.now() / 1000 + halfMinutes * 30 });
/** The recovery codes that a page shows. */
export const codesOn = ({ text }: Page) => text.match(/\b[A-Z2-9]{5}-[A-Z2-9]{5}\b/g) ?? [];

/** Turns a second factor on by its forms. */
export async function turnOn(client: Client, currentPassword: string) {
  client.speak('en');
  const first = await open(client, SECOND_FACTOR);
  const shown = await send(client, first, 'Continue', { intent: 'begin', currentPassword });
  const secret = /(?:\b[A-Z2-7]{4} ?){8}/.exec(shown.text)?.[0].replaceAll(' ', '') ?? '';
  const done = await send(client, shown, 'Turn on', { intent: 'confirm', code: codeIn(secret, 0) });
  return { first, shown, secret, done, codes: codesOn(done) };
}
