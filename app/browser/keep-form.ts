import type { ClientActionFunctionArgs } from '@remix-run/react';
import { stepsBackTo } from '~/components/dialogs/steps-back';
import type { Refusal } from './answer';
import { noteAnswer, noteSilence } from './reach';
import { isAnswer } from './screen-data';

/** Raised on the window when a form could not be sent; `OfflineToast` says so. */
export const UNSENT = 'unsent';

/** What a dialog's form is told that leads to what lies below it: to close, so many steps back. */
interface Closing {
  closes: number;
}

/**
 * The `clientAction` of every route that a form posts to. Where the server is out of reach, whatever
 * the browser thinks of its connection, the form stays as it is and the reader is told: a status from
 * 400 on has nothing loaded anew, and `useAnswer` keeps what was answered before. A redirect from an open
 * dialog to what lies below it closes it instead: the screen keeps its place, and Back leads out of it.
 * @param otherwise what is answered instead, where a form can go on without the server; null where not
 * @throws what the server throws: other redirects and error pages
 */
export async function keepForm(
  { request, serverAction }: ClientActionFunctionArgs,
  otherwise?: (form: FormData) => object | null,
) {
  const form = otherwise && request.clone().formData();
  try {
    const answer = await serverAction<unknown>();
    noteAnswer();
    return answer;
  } catch (error) {
    const closes = error instanceof Response ? stepsBackTo(error.headers.get('Location') ?? '') : 0;
    if (closes > 0) return { closes } satisfies Closing;
    if (isAnswer(error)) throw error;
    noteSilence();
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

/** How many steps back an answer has the dialog close; 0 where it stays. */
export function closingSteps(answer: unknown): number {
  return (answer as Partial<Closing> | null | undefined)?.closes ?? 0;
}

/** Whether an answer says that the server was not reached. */
export function isUnsent(answer: unknown): answer is Refusal & { code: 'offline' } {
  return (answer as Partial<Refusal> | null | undefined)?.code === 'offline';
}
