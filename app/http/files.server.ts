import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import type { ByteSource } from '~/models/archive.server';
import { DomainError } from '~/models/errors';
import { paths } from '~/paths';
import { authorize } from './api.server';
import { attachment } from './attachment.server';
import type { RequestArgs } from './context';
import { identify, sessionHeaders, wantsJson, type Member } from './guards.server';
import { wantedRange, type Range } from './range.server';
import { markAnswer } from './revalidation.server';

const TYPES = { zip: 'application/zip', csv: 'text/csv; charset=utf-8' } as const;

/** A file to save. */
export interface SentFile {
  /** Its name without the extension, as people read it; made safe here. */
  title: string;
  extension: keyof typeof TYPES;
  body: ByteSource | string;
  /** Two bodies with the same identity have the same bytes; a text is its own. */
  identity?: string;
  /** Whether who was interrupted may ask for the rest. */
  isResumed?: boolean;
}

/** Pieces of a body that are in memory for each of its readers: one on its way, one being read. */
const PIECE_BYTES = 1024 * 1024;
/** A connection that was given less than this may keep it and not say so. */
const KEPT_BYTES = 256 * 1024;

/** Answers with a file to save: under its own name, from no cache, only as fast as it is read. */
export function fileResponse(args: RequestArgs, file: SentFile): Response {
  const headers = new Headers({
    'Content-Type': TYPES[file.extension],
    'Content-Disposition': attachment(file.title, `.${file.extension}`),
    'Cache-Control': 'private, no-store',
  });
  const { body, isResumed = false } = file;
  const identity = file.identity ?? (typeof body === 'string' ? body : undefined);
  if (isResumed) headers.set('Accept-Ranges', 'bytes');
  const unchanged =
    identity === undefined ? null : markAnswer(args.request, headers, { source: identity });
  if (unchanged) return unchanged;
  if (typeof body === 'string') return new Response(body, { headers });
  const whole = { start: 0, end: body.length };
  if (!isResumed) return sendPart(args, { body, part: whole, headers, status: 200 });
  const range = wantedRange(args.request, { etag: headers.get('ETag'), length: body.length });
  if (range === 'whole') return sendPart(args, { body, part: whole, headers, status: 200 });
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${body.length}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set('Content-Range', `bytes ${range.start}-${range.end - 1}/${body.length}`);
  return sendPart(args, { body, part: range, headers, status: 206 });
}

/**
 * The loader of a file's address that links lead to. A refusal redirects as a page's guard would; a
 * script that accepts JSON gets the code instead.
 * @param file.back the screen that the link stands on
 */
export function defineFile(file: {
  who: 'member' | 'organizer';
  back: string;
  answer(args: LoaderFunctionArgs, identity: Member): Promise<Response>;
}) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      return await file.answer(args, (await authorize(args, file.who)) as Member);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // A removed user's cookie is cleared with the refusal.
      const headers = await sessionHeaders(args);
      if (wantsJson(args.request)) {
        return Response.json({ code: error.code }, { status: error.status, headers });
      }
      return redirect(await wayOn(args, error, file.back), { headers });
    }
  };
}

/** An ended event says so itself on the screen behind. */
async function wayOn(args: RequestArgs, refusal: DomainError, back: string): Promise<string> {
  if (refusal.code === 'not_an_organizer') return paths.home();
  if (refusal.code !== 'authentication_required') return back;
  return (await identify(args)) ? paths.login({ next: back }) : paths.auth();
}

interface SentPart {
  body: ByteSource;
  part: Range;
  headers: Headers;
  status: number;
}

/** A part of a body, which waits for its reader and ends without one. */
function sendPart({ context }: RequestArgs, { body, part, headers, status }: SentPart): Response {
  headers.set('Content-Length', String(part.end - part.start));
  const pieces = readAhead(body, part);
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const isRead = await context.readyForMore();
        const { done, value } = await (isRead ? pieces.next() : pieces.return());
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, { status, headers });
}

/**
 * A body's pieces, one after the other; while one is sent the next is being read. They lie in the same two
 * pieces of memory by turns, for the memory of a gigabyte of new ones is given back too late. So one may be
 * asked for only once the connection has taken the one before.
 */
async function* readAhead(
  body: ByteSource,
  { start, end }: Range,
): AsyncGenerator<Uint8Array, void> {
  const size = Math.min(PIECE_BYTES, end - start);
  let [used, spare] = [Buffer.alloc(size), Buffer.alloc(size)];
  const read = async (position: number) => {
    const target = spare.subarray(0, end - position);
    const piece = target.subarray(0, await body.readInto(target, position));
    return piece.length < KEPT_BYTES ? Buffer.from(piece) : piece;
  };
  let ahead = read(start);
  for (let position = start; position < end;) {
    const piece = await ahead;
    position += piece.length;
    [used, spare] = [spare, used];
    if (position < end) {
      ahead = read(position);
      // Its failure is told when it is its turn, and to nobody if that never comes.
      ahead.catch(() => undefined);
    }
    yield piece;
  }
}
