import { expect, test } from 'vitest';
import type { RequestArgs } from '~/http/context';
import { startLine } from './contest-line.server';

const event = { startDate: '2026-06-20', endDate: '2026-06-22', endedAt: null };

/** The text for a reader of this language on a given day. */
function told(language: string, today = '2026-06-15', changed: object = {}, isCard = false) {
  const headers = { Cookie: `preferred_language=${language}` };
  const args = {
    request: new Request('http://localhost/feed', { headers }),
    context: { app: { today: () => today } },
  } as unknown as RequestArgs;
  const key = isCard ? 'server:auth.card.starts' : 'server:event.line.starts';
  return startLine(args, { ...event, ...changed }, key);
}

test.each([
  ['en', 'It starts on 20 June.', 'starts on 20 June'],
  ['fr', 'L’événement commence le 20 juin.', 'commence le 20 juin'],
  ['de', 'Los geht es am 20. Juni.', 'beginnt am 20. Juni'],
  ['es', 'Empieza el 20 de junio.', 'empieza el 20 de junio'],
  ['nl', 'Het begint op 20 juni.', 'begint op 20 juni'],
])('says in %s when an event starts (rule `event.soon`)', async (language, card, line) => {
  expect(await told(language, undefined, {}, true)).toBe(card);
  expect(await told(language)).toBe(line);
});

test('includes the year if it differs, and says nothing from the first day on', async () => {
  expect(await told('en', '2025-12-31')).toContain('2026');
  expect(await told('en', '2026-06-20')).toBeNull();
  expect(await told('en', '2026-06-25')).toBeNull();
  expect(await told('en', '2026-06-15', { endedAt: new Date() })).toBeNull();
});
