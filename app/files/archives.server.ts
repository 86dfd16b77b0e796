import type { LoaderFunctionArgs } from '@remix-run/node';
import { fileResponse, madeResponse } from '~/http/files.server';
import type { Member } from '~/http/guards.server';
import { withLimit } from '~/http/throttle.server';
import { fileLanguageOf, instanceFor } from '~/i18n/i18n.server';
import { LANGUAGE_FACTS, type Language } from '~/i18n/languages';
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
import { zipQuery } from '~/models/archive/schema';
import { parseValues } from '~/models/fields.schema';
import { readResult } from '~/models/photo/result.server';

// Files that both an API endpoint and a page's link serve. The route checks the permission.

/**
 * Sends the ranking's photos as a zip.
 * @throws DomainError standings_hidden; invalid_request for an unknown format; busy
 */
export async function sendTopPhotos(args: LoaderFunctionArgs, member: Member) {
  const { event, actor } = member;
  const title = `top-photos-${event.name}`;
  const contents = { actor, ...(await wordsOf(args)) };
  if (wantsJpeg(args)) {
    const archive = await packTopJpegs(args.context.app, contents);
    return sendJpegs(args, member, { what: 'top', title, archive });
  }
  const archive = await packTopPhotos(args.context.app, contents);
  const { identity } = archive;
  return fileResponse(args, { title, extension: 'zip', body: archive, identity, isResumed: true });
}

/**
 * Sends all photos of the event as a zip.
 * @throws DomainError invalid_request for an unknown format; busy
 */
export async function sendAllPhotos(args: LoaderFunctionArgs, member: Member) {
  const { event } = member;
  const title = `photos-${event.name}`;
  const contents = { eventId: event.id, ...(await wordsOf(args)) };
  if (wantsJpeg(args)) {
    const archive = await packAllJpegs(args.context.app, contents);
    return sendJpegs(args, member, { what: 'all', title, archive });
  }
  const archive = await packAllPhotos(args.context.app, contents);
  const { identity } = archive;
  return fileResponse(args, { title, extension: 'zip', body: archive, identity, isResumed: true });
}

/**
 * Sends the member's own photos as a zip.
 * @throws DomainError invalid_request for an unknown format; busy
 */
export async function sendOwnPhotos(args: LoaderFunctionArgs, member: Member) {
  const { event, user } = member;
  const title = `my-photos-${event.name}`;
  const contents = { eventId: event.id, userId: user.id, ...(await wordsOf(args)) };
  if (wantsJpeg(args)) {
    const archive = await packOwnJpegs(args.context.app, contents);
    return sendJpegs(args, member, { what: 'own', title, archive });
  }
  const archive = await packOwnPhotos(args.context.app, contents);
  const { identity } = archive;
  return fileResponse(args, { title, extension: 'zip', body: archive, identity, isResumed: true });
}

/** What an archive says in the reader's language. */
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
 * Sends a JPEG archive.
 * @throws DomainError busy, too_many_attempts
 */
function sendJpegs(
  args: LoaderFunctionArgs,
  { event, user }: Member,
  { what, title, archive }: { what: JpegDownload['what']; title: string; archive: JpegArchive },
): Promise<Response> {
  const { jpegDownloads } = args.context.app;
  return madeResponse(args, {
    title,
    extension: 'zip',
    ...archive,
    begin: (stop) =>
      withLimit(args, ['jpeg_zip', String(user.id)], async () =>
        jpegDownloads.begin({ eventId: event.id, userId: user.id, what, stop }),
      ),
  });
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
