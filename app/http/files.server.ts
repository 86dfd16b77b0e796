import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import type { ByteSource } from '~/models/archive.server';
import { DomainError } from '~/models/errors';
import { paths } from '~/paths';
import { authorize } from './api.server';
import { attachment } from './attachment.server';
import type { RequestArgs } from './context';
import { backgroundHeaders, identify, wantsJson, type Member } from './guards.server';
import type { Mounted } from './mounted';
import { noteRefusal } from './refusal.server';
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

/** A file to save whose bytes are made while it is sent: nobody knows how many, and none is sent twice. */
export interface MadeFile {
  /** Its name without the extension, as people read it; made safe here. */
  title: string;
  extension: keyof typeof TYPES;
  /** Two files with the same identity hold the same. */
  identity: string;
  /** How many bytes it will have about. */
  estimate: number;
  /**
   * Called when there is somebody to send it to.
   * @param stop breaks it off
   * @returns what is called once when it ends, however it does
   * @throws DomainError when it cannot be made now
   */
  begin(stop: () => void): Promise<() => void>;
  /** Its bytes from front to back. */
  read(signal: AbortSignal): AsyncGenerator<Uint8Array, void>;
}

/** A connection that was given less than this may keep it and not say so: it gets memory of its own. */
const KEPT_BYTES = 256 * 1024;

/** Whoever takes nothing for so long gives way to others: a file that is being made holds a place. */
const STALLED_MS = 2 * 60_000;

/** Answers with a file to save: under its own name, from no cache, only as fast as it is read. */
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

/** Answers with a file that is made while it is sent, only as fast as it is read, and no further than that. */
export async function madeResponse(args: RequestArgs, file: MadeFile): Promise<Response> {
  const headers = fileHeaders(file);
  headers.set('Accept-Ranges', 'none');
  // Pages leave what is too much for their memory to the browser (app/offline/save-file.ts).
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

/** The pieces of a file, until its reader has all, goes away, or stands still for too long. */
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
          // What a reader has waited too long for breaks off: half a file must not look like a whole one.
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
 * A file that links lead to. A refusal redirects as a page's guard would; an address that asks for what there is
 * not is 404; a script that accepts JSON gets the code instead.
 * @param file.back the screen that the link stands on
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
      noteRefusal(args, error);
      // A removed user's cookie is cleared with the refusal.
      const headers = await backgroundHeaders(args);
      if (wantsJson(args.request)) {
        return Response.json({ code: error.code }, { status: error.status, headers });
      }
      if (error.code === 'invalid_request') return new Response(null, { status: 404 });
      return redirect(await wayOn(args, error, file.back), { headers });
    }
  };
  return { path, answer };
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

/**
 * A part of a body, which waits for its reader and ends without one. A body can only be made from its beginning:
 * what the reader has already is made and left out.
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
          if (wanted > 0) controller.enqueue(wanted < KEPT_BYTES ? Buffer.from(piece) : piece);
        }
      },
      cancel: async () => void (await pieces?.return()),
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, { status, headers });
}
