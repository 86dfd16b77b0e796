/** The bytes from `start` up to but without `end`. */
export interface Range {
  start: number;
  end: number;
}

/** One range, of numbers that are exact; what lists several or says something else asks for the whole. */
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/**
 * Which bytes of an answer a GET asks for (`Range`), and whether it still means these bytes (`If-Range`).
 * @param answer its strong ETag, and its length
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
