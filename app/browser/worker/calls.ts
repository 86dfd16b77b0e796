import { find, cacheAnswer } from './person-caches';
import { observed, isNoAnswer } from './screens';
import { notePerson, currentTurn } from './owner';

/** The API calls that are answered from the cache while offline (rule `offline.calls`). */
const CACHED_CALLS = /^\/api\/(?:photos|favorites)(?:\/|$)/;

/** The answer to a call that changes something, if the server cannot be reached. */
const REFUSAL = { message: 'Cannot perform this action while offline', offline: true };

/** A call that reads: the server answers, or the cache for photos and favorites. */
export async function answerReading(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const isCached = CACHED_CALLS.test(new URL(request.url).pathname);
  const asked = currentTurn();
  try {
    const answer = await observed(() => fetch(request));
    await notePerson(answer, asked);
    if (isNoAnswer(answer)) return (isCached && (await find('data', request.url))) || answer;
    if (isCached) event.waitUntil(cacheAnswer('data', request.url, answer.clone(), currentTurn()));
    return answer;
  } catch (error) {
    const cached = isCached && (await find('data', request.url));
    if (cached) return cached;
    throw error;
  }
}

/** A call that changes something. Offline it is refused as the server would refuse it. */
export async function answerWriting({ request }: FetchEvent): Promise<Response> {
  const asked = currentTurn();
  try {
    const answer = await observed(() => fetch(request));
    await notePerson(answer, asked);
    return answer;
  } catch {
    return Response.json(REFUSAL, { status: 503 });
  }
}

/** A form's post, after which another person may be signed in. The page reports a failure. */
export async function answerForm({ request }: FetchEvent): Promise<Response> {
  const asked = currentTurn();
  const answer = await observed(() => fetch(request));
  await notePerson(answer, asked);
  return answer;
}
