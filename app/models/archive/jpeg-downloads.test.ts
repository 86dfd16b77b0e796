import { describe, expect, test, vi } from 'vitest';
import { createJpegDownloads, type JpegDownload } from './jpeg-downloads.server';

/** A download by another user in another event on each call, unless `fields` says otherwise. */
let people = 0;
function download(fields: Partial<JpegDownload> = {}): JpegDownload {
  people += 1;
  return { eventId: people, userId: people, what: 'all', stop: () => undefined, ...fields };
}

const busy = expect.objectContaining({ code: 'busy', retryAfter: 30 }) as Error;

describe('JPEG downloads', () => {
  test('are limited to four on a server; giving a place back twice frees one place', () => {
    const downloads = createJpegDownloads();
    const ends = Array.from({ length: 4 }, () => downloads.begin(download()));
    expect(() => downloads.begin(download())).toThrow(busy);
    ends[0]?.();
    ends[0]?.();
    downloads.begin(download());
    expect(() => downloads.begin(download())).toThrow(busy);
  });

  test('are limited to two per event', () => {
    const downloads = createJpegDownloads();
    const end = downloads.begin(download({ eventId: 7 }));
    downloads.begin(download({ eventId: 7 }));
    expect(() => downloads.begin(download({ eventId: 7 }))).toThrow(busy);
    downloads.begin(download({ eventId: 8 }));
    end();
    downloads.begin(download({ eventId: 7 }));
  });

  test('of one’s own photos have twenty places of their own, which one event may take', () => {
    const downloads = createJpegDownloads();
    const own = () => downloads.begin(download({ eventId: 7, what: 'own' }));
    const ends = Array.from({ length: 20 }, own);
    expect(own).toThrow(busy);
    downloads.begin(download({ eventId: 7 }));
    downloads.begin(download({ eventId: 7 }));
    expect(() => downloads.begin(download({ eventId: 7 }))).toThrow(busy);
    ends[0]?.();
    own();
  });

  test('a repeated download stops the first one, whose end then frees no place', () => {
    const downloads = createJpegDownloads();
    const [first, second] = [vi.fn(), vi.fn()];
    const mine = { eventId: 7, userId: 1 };
    const endOfFirst = downloads.begin(download({ ...mine, stop: first }));
    downloads.begin(download({ ...mine, what: 'top', stop: second }));
    downloads.begin(download({ ...mine, stop: second }));
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
    endOfFirst();
    expect(() => downloads.begin(download({ eventId: 7 }))).toThrow(busy);
  });
});
