import type { LoaderFunctionArgs } from '@remix-run/node';
import { attachment } from '~/http/attachment.server';
import type { Member } from '~/http/guards.server';
import { markAnswer } from '~/http/revalidation.server';
import { formatDay } from '~/i18n/format';
import { fileLanguageOf, instanceFor } from '~/i18n/i18n.server';
import type { Translate } from '~/i18n/translate';
import { DomainError } from '~/models/errors';
import { partyDateOf } from '~/models/event/party-date';
import { readWidth } from '~/models/photo/media.server';
import type { StorageName } from '~/services/storage/drivers.server';
import type { StoredVariant } from '~/services/storage/store';
import { ImageError } from '~/services/images.server';
import type { StoredPicture } from '~/services/pdf/printer.server';

// What all files made from the photos of a finished party share.

const BUSY_RETRY_S = 5;

/** A text without the invisible marks around names, which not every PDF reader knows. */
export const withoutMarks = (text: string) => text.replace(/[\u2068\u2069]/g, '');

/** The language of a file, its texts, and the day of the party in words. */
export async function wordsOf({ request }: LoaderFunctionArgs, event: Member['event']) {
  const language = await fileLanguageOf(request);
  const t = (await instanceFor(language)).t as Translate;
  return { t, language, day: formatDay(partyDateOf(event), language) };
}

/** Where a photo's file is. */
interface PhotoFile {
  imageStorage: StorageName;
  imageKey: string;
  imageBytes: number;
}

/** A photo's file. Reading it may fail if its storage lacks it. */
export function pictureOf(
  { context: { app, log } }: LoaderFunctionArgs,
  { imageStorage: storage, imageKey: key, imageBytes }: PhotoFile,
  variant: StoredVariant,
): StoredPicture {
  const bytes = variant === 'full' ? imageBytes : 0;
  const read = async () => {
    try {
      return (await readWidth(app.storage, { storage, key, variant, bytes })).bytes;
    } catch (error) {
      log.warn({ err: error }, 'a keepsake without its photo');
      return null;
    }
  };
  return { key, read };
}

/**
 * Counts a person's file before it is made, so that nobody can have the server make many of them.
 * @throws DomainError too_many_attempts
 */
export async function count(
  { context: { app } }: LoaderFunctionArgs,
  { kind, userId }: { kind: 'keepsake' | 'album'; userId: number },
): Promise<void> {
  await app.attempts.take([kind, String(userId)]);
}

/**
 * Sends a file, or a 304 if the client has it. Only the member's own cache stores it, and it revalidates every time.
 */
export async function send(
  { request }: LoaderFunctionArgs,
  { type, ending, title, key }: { type: string; ending: string; title: string; key: string },
  make: () => Promise<Uint8Array>,
): Promise<Response> {
  const headers = new Headers({
    'Cache-Control': 'private, no-cache',
    Vary: 'Cookie',
    'Content-Type': type,
    'Content-Disposition': attachment(title, ending),
  });
  const unchanged = markAnswer(request, headers, { source: key });
  if (unchanged) return unchanged;
  const file = await makeOrRefuse(make);
  headers.set('Content-Length', String(file.byteLength));
  return new Response(file as Uint8Array<ArrayBuffer>, { headers });
}

async function makeOrRefuse(make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new DomainError('busy', { retryAfter: BUSY_RETRY_S, cause: error });
  }
}
