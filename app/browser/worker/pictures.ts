import { addresses, find, cacheAnswer } from './person-caches';
import { currentTurn } from './owner';

/**
 * A photo or selfie, from the cache if possible, because a URL always stands for the same bytes. Offline,
 * another size of the same picture will do.
 */
export async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cached = await find('media', request.url);
  if (cached) return cached;
  const asked = currentTurn();
  try {
    const answer = await fetch(request);
    event.waitUntil(cacheAnswer('media', request.url, answer.clone(), asked));
    return answer;
  } catch (error) {
    const other = (await addresses('media')).find((url) => photoOf(url) === photoOf(request.url));
    const answer = other && (await find('media', other));
    if (answer) return answer;
    throw error;
  }
}

/** A picture's URL without its size. */
function photoOf(url: string): string {
  return url.replace(/(?:-\d+)?\.webp$/, '');
}
