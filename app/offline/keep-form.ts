import type { ClientActionFunctionArgs } from '@remix-run/react';
import type { Refusal } from './answer';

/** Raised on the window when a form could not be sent; `OfflineToast` says so. */
export const UNSENT = 'unsent';

/**
 * The `clientAction` of every route that a form posts to. Where the server is out of reach, whatever
 * the browser thinks of its connection, the form stays as it is and the reader is told: a status from
 * 400 on has nothing loaded anew, and `useAnswer` keeps what was answered before.
 * @param otherwise what is answered instead, where a form can go on without the server; null where not
 * @throws what the server throws: redirects and error pages
 */
export async function keepForm(
  { request, serverAction }: ClientActionFunctionArgs,
  otherwise?: (form: FormData) => object | null,
) {
  const form = otherwise && request.clone().formData();
  try {
    return await serverAction<unknown>();
  } catch (error) {
    // What `fetch` throws when nothing answers, and `keepScreens` for a proxy without a server.
    if (!(error instanceof TypeError)) throw error;
    const instead = form && otherwise(await form);
    if (instead) return unavailable(instead);
    window.dispatchEvent(new Event(UNSENT));
    return unavailable({ ok: false, code: 'offline', toast: null } satisfies Refusal);
  }
}

// A response, because of what `data()` gives Remix sees no status where a `clientAction` answers it;
// Safari knows no `Response.json` before its 17th.
function unavailable(answer: object): Response {
  const headers = { 'Content-Type': 'application/json' };
  return new Response(JSON.stringify(answer), { status: 503, headers });
}

/** Whether an answer says that the server was not reached. */
export function isUnsent(answer: unknown): answer is Refusal & { code: 'offline' } {
  return (answer as Partial<Refusal> | null | undefined)?.code === 'offline';
}
