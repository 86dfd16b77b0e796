import { expect, it } from 'vitest';
import { kindOf, Measured } from './measured';

it.each([
  ['GET /top', 'page'],
  ['GET /_root.data', 'data'],
  ['POST /photos/{id}/star.data', 'data'],
  ['POST /api/photos', 'upload'],
  ['POST /api/photos → 503', 'upload'],
  ['GET /api/photos/event/{id} → 304', 'call'],
  ['GET /media 720', 'picture'],
  ['GET /assets', 'file'],
])('%s is of the kind %s', (label, kind) => {
  expect(kindOf(label)).toBe(kind);
});

it('keeps the parts apart', () => {
  const measured = new Measured();
  measured.begin('joining');
  measured.note('GET /auth/join', 10, 'fine');
  measured.begin('opening');
  measured.note('GET /api/user', 30, 'retried');
  measured.note('GET /top', 20, 'error');
  const [joining, opening] = measured.parts.map((part) => measured.figuresOf(part));
  expect(joining).toMatchObject([{ label: 'page', count: 1, errors: 0, p50: 10 }]);
  expect(opening).toMatchObject([
    { label: 'page', count: 1, errors: 1 },
    { label: 'call', count: 1, retried: 1 },
  ]);
  expect(measured.requests).toBe(3);
});
