import { find, keep } from './person-caches';
import { heard, isNoAnswer } from './screens';
import { notePerson, turnNow } from './whose';

/** What the API answers that is shown again while offline (rule `offline.calls`). */
const KEPT_CALLS = /^\/api\/(?:photos|favorites)(?:\/|$)/;

/** What is said of a call that changes something and cannot reach the server. */
const REFUSAL = { message: 'Cannot perform this action while offline', offline: true };

/** A call that reads: from the server; photos and favorites also as they were kept. */
export async function answerReading(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const isKept = KEPT_CALLS.test(new URL(request.url).pathname);
  const asked = turnNow();
  try {
    const answer = await heard(() => fetch(request));
    await notePerson(answer, asked);
    if (isNoAnswer(answer)) return (isKept && (await find('data', request.url))) || answer;
    if (isKept) event.waitUntil(keep('data', request.url, answer.clone(), turnNow()));
    return answer;
  } catch (error) {
    const kept = isKept && (await find('data', request.url));
    if (kept) return kept;
    throw error;
  }
}

/** A call that changes something: offline it is refused as the server would refuse it. */
export async function answerWriting({ request }: FetchEvent): Promise<Response> {
  const asked = turnNow();
  try {
    const answer = await heard(() => fetch(request));
    await notePerson(answer, asked);
    return answer;
  } catch {
    return Response.json(REFUSAL, { status: 503 });
  }
}

/** A form's post, by which somebody may come or leave; what fails is for the page to say. */
export async function answerForm({ request }: FetchEvent): Promise<Response> {
  const asked = turnNow();
  const answer = await heard(() => fetch(request));
  await notePerson(answer, asked);
  return answer;
}
