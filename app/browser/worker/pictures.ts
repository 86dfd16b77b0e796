import { addresses, find, keep } from './person-caches';
import { turnNow } from './whose';

/**
 * A photo or selfie: as it was kept, else from the server; a name stands for the same bytes always. Offline,
 * another size of it does.
 */
export async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const kept = await find('media', request.url);
  if (kept) return kept;
  const asked = turnNow();
  try {
    const answer = await fetch(request);
    event.waitUntil(keep('media', request.url, answer.clone(), asked));
    return answer;
  } catch (error) {
    const other = (await addresses('media')).find((url) => photoOf(url) === photoOf(request.url));
    const answer = other && (await find('media', other));
    if (answer) return answer;
    throw error;
  }
}

/** A picture's address without its size. */
function photoOf(url: string): string {
  return url.replace(/(?:-\d+)?\.webp$/, '');
}
