import type { LoaderFunctionArgs } from '@remix-run/node';
import type { App } from '~/app.server';
import { fileResponse, madeResponse } from '~/http/files.server';
import type { Member } from '~/http/guards.server';
import { withLimit } from '~/http/throttle.server';
import { fileLanguageOf, instanceFor } from '~/i18n/i18n.server';
import { LANGUAGE_FACTS, type Language } from '~/i18n/languages';
import type { Archive } from '~/models/archive/archive.server';
import type { JpegDownload } from '~/models/archive/jpeg-downloads.server';
import type { JpegArchive } from '~/models/archive/jpeg-archive.server';
import {
  packAllJpegs,
  packAllPhotos,
  packOwnJpegs,
  packOwnPhotos,
  packTopJpegs,
  packTopPhotos,
  rankingCsv,
} from '~/models/archive/downloads.server';
import { photosCsv } from '~/models/archive/photos-csv.server';
import { zipQuery } from '~/models/archive/schema';
import { parseValues } from '~/models/fields.schema';
import { readResult } from '~/models/photo/result.server';

// Files that both an API endpoint and a page's link serve. The route checks the permission.

/**
 * Sends the ranking's photos as a zip.
 * @throws DomainError standings_hidden; invalid_request for an unknown format; busy, too_many_attempts
 */
export function sendTopPhotos(args: LoaderFunctionArgs, member: Member) {
  const { actor } = member;
  return sendZip(args, member, {
    what: 'top',
    name: 'top-photos',
    pack: (app, words) => packTopPhotos(app, { actor, ...words }),
    packJpegs: (app, words) => packTopJpegs(app, { actor, ...words }),
  });
}

/**
 * Sends all photos of the event as a zip.
 * @throws DomainError invalid_request for an unknown format; busy, too_many_attempts
 */
export function sendAllPhotos(args: LoaderFunctionArgs, member: Member) {
  const { id: eventId } = member.event;
  return sendZip(args, member, {
    what: 'all',
    name: 'photos',
    pack: (app, words) => packAllPhotos(app, { eventId, ...words }),
    packJpegs: (app, words) => packAllJpegs(app, { eventId, ...words }),
  });
}

/**
 * Sends the member's own photos as a zip.
 * @throws DomainError invalid_request for an unknown format; busy, too_many_attempts
 */
export function sendOwnPhotos(args: LoaderFunctionArgs, member: Member) {
  const own = { eventId: member.event.id, userId: member.user.id };
  return sendZip(args, member, {
    what: 'own',
    name: 'my-photos',
    pack: (app, words) => packOwnPhotos(app, { ...own, ...words }),
    packJpegs: (app, words) => packOwnJpegs(app, { ...own, ...words }),
  });
}

type Words = Awaited<ReturnType<typeof wordsOf>>;

interface Zip {
  what: JpegDownload['what'];
  /** The start of the file's name. */
  name: string;
  pack(app: App, words: Words): Promise<Archive>;
  packJpegs(app: App, words: Words): Promise<JpegArchive>;
}

/** Sends a zip as the request asks for it: WebP, or JPEG, which is made while it is sent. */
async function sendZip(
  args: LoaderFunctionArgs,
  { event, user }: Member,
  { what, name, pack, packJpegs }: Zip,
): Promise<Response> {
  const { app } = args.context;
  const words = await wordsOf(args);
  const file = { title: `${name}-${event.name}`, extension: 'zip' } as const;
  if (!wantsJpeg(args)) {
    const body = await pack(app, words);
    return fileResponse(args, { ...file, body, identity: body.identity, isResumed: true });
  }
  return madeResponse(args, {
    ...file,
    ...(await packJpegs(app, words)),
    begin: (stop) =>
      withLimit(args, ['jpeg_zip', String(user.id)], async () =>
        app.jpegDownloads.begin({ eventId: event.id, userId: user.id, what, stop }),
      ),
  });
}

/** The texts of an archive in the reader's language. */
async function wordsOf({ request }: LoaderFunctionArgs) {
  const language = await fileLanguageOf(request);
  const { t } = await instanceFor(language);
  const [photoWord, lateWord] = [t('download:photo'), t('organizer:late.title')];
  return { missingNote: t('download:missing'), photoWord, lateWord, language };
}

/** Whether the request asks for JPEG. WebP is the default. */
function wantsJpeg({ request }: LoaderFunctionArgs): boolean {
  const format = new URL(request.url).searchParams.get('format') ?? undefined;
  return parseValues(zipQuery, { format }).format === 'jpeg';
}

/**
 * Sends the ranking as CSV.
 * @param headings the language of its headings, if not the reader's
 */
export async function sendRankingCsv(
  args: LoaderFunctionArgs,
  { event }: Member,
  headings?: Language,
): Promise<Response> {
  const language = await fileLanguageOf(args.request);
  const { t: say } = await instanceFor(headings ?? language);
  const { photoWord } = await wordsOf(args);
  const body = await rankingCsv(args.context.app.db, {
    eventId: event.id,
    photoWord,
    heading: (column) => say(`download:csv.${column}`),
    afterDuel: say('duel:after'),
    language,
    decimalMark: LANGUAGE_FACTS[language].decimalMark,
  });
  return fileResponse(args, { title: `ranking-${event.name}`, extension: 'csv', body });
}

/** Sends a line for each photo in the zip of all photos as CSV. */
export async function sendPhotosCsv(
  args: LoaderFunctionArgs,
  { event }: Member,
): Promise<Response> {
  const { photoWord, lateWord, language } = await wordsOf(args);
  const { t: say } = await instanceFor(language);
  const body = await photosCsv(args.context.app.db, {
    ...{ eventId: event.id, photoWord, lateWord, language },
    heading: (column) => say(`download:csv.${column}`),
    decimalMark: LANGUAGE_FACTS[language].decimalMark,
  });
  return fileResponse(args, { title: `photos-${event.name}`, extension: 'csv', body });
}

/**
 * Sends the frozen result of the vote.
 * @throws DomainError access_denied, result_none
 */
export async function sendResult(args: LoaderFunctionArgs, { actor, event }: Member) {
  const { db, now } = args.context.app;
  const result = await readResult(db, { actor, event, now: now() });
  const body = `${JSON.stringify(result, null, 2)}\n`;
  return fileResponse(args, { title: `result-${event.name}`, extension: 'json', body });
}
