/** The bytes from `start` up to, but not including, `end`. */
export interface Range {
  start: number;
  end: number;
}

/** A single range with exact numbers. Other ranges are ignored and the whole body is sent. */
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/**
 * The bytes that a GET asks for (`Range`), provided that its condition matches (`If-Range`).
 * @param answer the strong ETag and the length of the response
 */
export function wantedRange(
  request: Request,
  { etag, length }: { etag: string | null; length: number },
): Range | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = RANGE.exec(request.headers.get('Range') ?? '') ?? [];
  if (request.method !== 'GET' || first + last === '') return 'whole';
  const condition = request.headers.get('If-Range');
  if (condition !== null && condition !== etag) return 'whole';
  if (first === '') {
    const count = Number(last);
    return count === 0 ? 'unsatisfiable' : { start: Math.max(0, length - count), end: length };
  }
  const start = Number(first);
  const end = last === '' ? length : Math.min(Number(last) + 1, length);
  if (last !== '' && Number(last) < start) return 'whole';
  return start < length ? { start, end } : 'unsatisfiable';
}
