import { expect, it } from 'vitest';
import { readArgs, type Settings } from './args';
import { Findings } from './findings';
import { Ledger } from './ledger';
import type { Party } from './party';
import { Progress } from './progress';
import { report } from './report';
import { Stopwatch } from './stopwatch';

function played(): Party {
  const stopwatch = new Stopwatch();
  stopwatch.note('POST /api/photos', 120.4, 'fine');
  return {
    settings: readArgs(['--guests', '2'], {}) as Settings,
    base: 'http://localhost:3000',
    event: { id: 5, name: 'Party', organizerName: 'Camille' },
    source: { description: '8 made files', next: () => Promise.reject(new Error('unused')) },
    ledger: new Ledger(),
    origins: new Map(),
    findings: new Findings(),
    stopwatch,
    progress: new Progress(),
    uploads: { count: 6, begin: 1000, end: 4000 },
  };
}

const row = (id: number, favoriteCount: number, userName: string) => ({
  id,
  favoriteCount,
  userName,
  imageUrl: '/media/5/x.webp',
  userSelfie: null,
});

it('names rates, memory, calls and the podium, equal stars on equal places', () => {
  const top = [row(1, 5, 'Ana'), row(2, 4, 'Bo'), row(3, 4, 'Cy'), row(4, 1, 'Di')];
  const text = report({ party: played(), top, seconds: 10, peakMemory: 300 * 1024 * 1024 });
  expect(text).toContain('6 stored in 3.0 s: 2.0 a second');
  expect(text).toContain('300 MiB of memory');
  expect(text).toMatch(/^POST \/api\/photos +1 +120 +120 +120 +0 +0$/m);
  expect(text).toContain('1  ★ 5  Ana\n2  ★ 4  Bo\n2  ★ 4  Cy\n\n');
  expect(text).toContain('Every figure adds up');
});

it('says what is wrong', () => {
  const party = played();
  party.findings.expectEqual(2, 3, 'photos that were stored');
  const text = report({ party, top: [], seconds: 10, peakMemory: null });
  expect(text).toContain('- photos that were stored: expected 3, got 2');
  expect(text).not.toContain('memory');
  expect(text).not.toContain('Every figure adds up');
});
