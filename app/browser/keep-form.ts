import type { ClientActionFunctionArgs } from '@remix-run/react';
import { stepsBackTo } from './steps-back';
import type { Refusal } from './answer';
import { noteAnswer, noteSilence } from './reach';
import { isAnswer } from './screen-data';

/** Raised on the window when a form could not be sent. `OfflineToast` tells the user. */
export const UNSENT = 'unsent';

/** The answer to a dialog's form that leads to what is below the dialog: how many steps back to go. */
interface Closing {
  closes: number;
}

/**
 * The `clientAction` of every route that a form posts to. If the server cannot be reached, the form stays as
 * it is and the user is told. A status of 400 or more stops Remix from reloading anything, and `useAnswer`
 * keeps showing the previous answer. If an open dialog redirects to what is below it, the dialog is closed
 * instead: the screen stays where it is, and Back leaves the screen.
 * @param otherwise makes the answer for a form that can go on without the server; null if it cannot
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

// A Response, because Remix ignores the status of `data()` in a `clientAction`. Safari has no `Response.json`
// before version 17.
function unavailable(answer: object): Response {
  const headers = { 'Content-Type': 'application/json' };
  return new Response(JSON.stringify(answer), { status: 503, headers });
}

/** How many steps back the answer closes the dialog; 0 if it stays open. */
export function closingSteps(answer: unknown): number {
  return (answer as Partial<Closing> | null | undefined)?.closes ?? 0;
}

/** Whether the answer says that the server was not reached. */
export function isUnsent(answer: unknown): answer is Refusal & { code: 'offline' } {
  return (answer as Partial<Refusal> | null | undefined)?.code === 'offline';
}
