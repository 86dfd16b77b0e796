import type { Readable } from 'node:stream';
import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { DomainError } from '~/models/errors';
import { paths } from '~/paths';
import { authorize } from './api.server';
import { attachment } from './attachment.server';
import type { RequestArgs } from './context';
import { identify, sessionHeaders, wantsJson, type Member } from './guards.server';

const TYPES = { zip: 'application/zip', csv: 'text/csv; charset=utf-8' } as const;

/** A file to save. */
export interface SentFile {
  /** Its name without the extension, as people read it; made safe here. */
  title: string;
  extension: keyof typeof TYPES;
  body: Readable | string;
  /** About how long a stream will be, where that is known. */
  expectedBytes?: number;
}

/** Answers with a file to save: under its own name, from no cache, a stream only as fast as it is read. */
export function fileResponse(args: RequestArgs, file: SentFile): Response {
  const headers = new Headers({
    'Content-Type': TYPES[file.extension],
    'Content-Disposition': attachment(file.title, `.${file.extension}`),
    'Cache-Control': 'private, no-store',
  });
  // No Content-Length: a file may turn out to be missing.
  if (file.expectedBytes) headers.set('X-Expected-Length', String(file.expectedBytes));
  const body = typeof file.body === 'string' ? file.body : paced(args, file.body);
  return new Response(body, { headers });
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

/** A stream as a body that waits for its reader, and ends without one. */
function paced({ context }: RequestArgs, source: Readable): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!(await context.readyForMore())) {
          source.destroy();
          return controller.close();
        }
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}
