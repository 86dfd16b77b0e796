import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import type { ByteSource } from '~/models/archive/archive.server';
import { DomainError } from '~/models/errors';
import { paths } from '~/paths';
import { authorize } from './api.server';
import { attachment } from './attachment.server';
import type { RequestArgs } from './context';
import { backgroundHeaders, identify, wantsJson, type Member } from './guards.server';
import type { Mounted } from './mounted';
import { logRefusal } from './refusal.server';
import { wantedRange, type Range } from './range.server';
import { markAnswer } from './revalidation.server';

const TYPES = {
  zip: 'application/zip',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;

/** A file download. */
export interface SentFile {
  /** The readable name without the extension; unsafe characters are replaced here. */
  title: string;
  extension: keyof typeof TYPES;
  body: ByteSource | string;
  /** Two bodies with the same identity have the same bytes. A text is its own identity. */
  identity?: string;
  /** Whether an interrupted download may resume with a range request. */
  isResumed?: boolean;
}

/** A file download that is generated while it is sent. Its length is unknown, and it cannot resume. */
interface MadeFile {
  /** The readable name without the extension; unsafe characters are replaced here. */
  title: string;
  extension: keyof typeof TYPES;
  /** Two files with the same identity have the same content. */
  identity: string;
  /** The approximate size in bytes. */
  estimate: number;
  /**
   * Called when the download starts.
   * @param stop aborts it
   * @returns a function that is called once when the download ends for any reason
   * @throws DomainError if the file cannot be generated now
   */
  begin(stop: () => void): Promise<() => void>;
  /** Streams its bytes. */
  read(signal: AbortSignal): AsyncGenerator<Uint8Array, void>;
}

/** A connection may keep a smaller piece without signalling backpressure, so such a piece is copied. */
const COPIED_BELOW_BYTES = 256 * 1024;

/** A client that reads nothing for this long is disconnected, because a generated file occupies a place. */
const STALLED_MS = 2 * 60_000;

/** Sends a file download: with its own name, uncached, and no faster than the client reads. */
export function fileResponse(args: RequestArgs, file: SentFile): Response {
  const headers = fileHeaders(file);
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

/** Sends a file that is generated while it is sent, no faster than the client reads. */
export async function madeResponse(args: RequestArgs, file: MadeFile): Promise<Response> {
  const headers = fileHeaders(file);
  headers.set('Accept-Ranges', 'none');
  // Pages use it to leave downloads that exceed their memory to the browser (app/browser/downloads/save-file.ts).
  headers.set('X-Estimated-Length', String(file.estimate));
  const mark = { source: file.identity, isWeak: true };
  const unchanged = markAnswer(args.request, headers, mark);
  if (unchanged) return unchanged;
  if (args.request.method === 'HEAD') return new Response(null, { headers });
  return new Response(await sendMade(args, file), { headers });
}

function fileHeaders({ title, extension }: Pick<SentFile, 'title' | 'extension'>): Headers {
  return new Headers({
    'Content-Type': TYPES[extension],
    'Content-Disposition': attachment(title, `.${extension}`),
    'Cache-Control': 'private, no-store',
  });
}

/** Streams a file's pieces until the reader has all of them, disconnects, or stalls. */
async function sendMade(
  { context }: RequestArgs,
  file: MadeFile,
): Promise<ReadableStream<Uint8Array>> {
  const abort = new AbortController();
  const ended = await file.begin(() => abort.abort());
  const pieces = file.read(abort.signal);
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(idle);
    abort.abort();
    ended();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(idle);
        try {
          // A stalled download must fail: half a file must not look like a complete one.
          abort.signal.throwIfAborted();
          const isRead = await context.readyForMore();
          const { done, value } = await (isRead ? pieces.next() : pieces.return());
          if (!done) {
            idle = setTimeout(end, STALLED_MS).unref();
            return controller.enqueue(value);
          }
          end();
          controller.close();
        } catch (error) {
          end();
          throw error;
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/**
 * A file that pages link to. Errors redirect as a page's guard would; an invalid request is a 404; a script
 * that accepts JSON gets the error code.
 * @param file.back the screen with the link
 */
export function savedFile(
  path: string,
  file: {
    who: 'member' | 'organizer';
    back: string;
    answer(args: LoaderFunctionArgs, identity: Member): Promise<Response>;
  },
): Mounted {
  const answer = async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      return await file.answer(args, (await authorize(args, file.who)) as Member);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      logRefusal(args, error);
      // The error also clears a removed user's cookie.
      const headers = await backgroundHeaders(args);
      if (wantsJson(args.request)) {
        return Response.json({ code: error.code }, { status: error.status, headers });
      }
      if (error.code === 'invalid_request') return new Response(null, { status: 404 });
      return redirect(await redirectTarget(args, error, file.back), { headers });
    }
  };
  return { path, answer };
}

/** The screen behind the link shows by itself that an event has ended. */
async function redirectTarget(
  args: RequestArgs,
  refusal: DomainError,
  back: string,
): Promise<string> {
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

/**
 * Sends a part of a body, with backpressure, until the reader disconnects. A body can only be produced from
 * its start, so the bytes before the range are produced and discarded.
 */
function sendPart({ context }: RequestArgs, { body, part, headers, status }: SentPart): Response {
  headers.set('Content-Length', String(part.end - part.start));
  let pieces: AsyncGenerator<Uint8Array, void> | undefined;
  let position = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        pieces ??= body.read();
        for (let wanted = 0; wanted === 0;) {
          const isRead = await context.readyForMore();
          const goesOn = isRead && position < part.end;
          const { done, value } = await (goesOn ? pieces.next() : pieces.return());
          if (done) return controller.close();
          const piece = value.subarray(
            Math.max(0, part.start - position),
            Math.max(0, part.end - position),
          );
          position += value.length;
          wanted = piece.length;
          if (wanted > 0)
            controller.enqueue(wanted < COPIED_BELOW_BYTES ? Buffer.from(piece) : piece);
        }
      },
      cancel: async () => void (await pieces?.return()),
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, { status, headers });
}
