import { describe, expect, test } from 'vitest';
import { PAYMENT_STATES } from '~db/schema';
import { PAYMENT_STATUSES, SETTLED_DISPUTES, statusOf } from './rules';

type Fate = Parameters<typeof statusOf>[0];

/** Paid, and the plan is granted. */
const GRANTED: Fate = {
  state: 'succeeded',
  amount: 900,
  refundedAmount: 0,
  dispute: null,
  grantedAt: new Date('2026-06-15T10:00:00Z'),
};
/** Paid for an event that no longer exists. */
const STRAY: Fate = { ...GRANTED, grantedAt: null };

describe('the status of a payment', () => {
  test.each<[string, Fate, string]>([
    ['paid and given', GRANTED, 'paid'],
    ['paid, and nothing given', STRAY, 'refund_due'],
    ['a part of it came back', { ...GRANTED, refundedAmount: 1 }, 'partly_refunded'],
    ['nearly all of it came back', { ...GRANTED, refundedAmount: 899 }, 'partly_refunded'],
    ['all of it came back', { ...GRANTED, refundedAmount: 900 }, 'refunded'],
    ['more than all of it', { ...GRANTED, refundedAmount: 901 }, 'refunded'],
    ['nothing given, and a part came back', { ...STRAY, refundedAmount: 899 }, 'refund_due'],
    ['nothing given, and all came back', { ...STRAY, refundedAmount: 900 }, 'refunded'],
    ['disputed', { ...GRANTED, dispute: 'needs_response' }, 'disputed'],
    ['disputed, and a part came back', partlyDisputed('under_review'), 'disputed'],
    ['disputed, and all came back', allBack('needs_response'), 'refunded'],
    ['the dispute was lost', { ...GRANTED, dispute: 'lost' }, 'disputed'],
    ['the dispute was lost, and nothing given', { ...STRAY, dispute: 'lost' }, 'disputed'],
    ['the dispute was won', { ...GRANTED, dispute: 'won' }, 'paid'],
    ['the dispute was won, and nothing given', { ...STRAY, dispute: 'won' }, 'refund_due'],
    ['the dispute was won, and a part came back', partlyDisputed('won'), 'partly_refunded'],
    ['a word that Stripe has not said yet', { ...GRANTED, dispute: 'reopened' }, 'disputed'],
  ])('%s', (_name, fate, status) => {
    expect(statusOf(fate)).toBe(status);
  });

  function partlyDisputed(dispute: string): Fate {
    return { ...GRANTED, refundedAmount: 450, dispute };
  }

  function allBack(dispute: string): Fate {
    return { ...GRANTED, refundedAmount: 900, dispute };
  }

  test.each([
    'needs_response',
    'under_review',
    'lost',
    'warning_needs_response',
    'warning_under_review',
  ])('a dispute that is %s is still open', (dispute) => {
    expect(statusOf({ ...GRANTED, dispute })).toBe('disputed');
  });

  test.each(SETTLED_DISPUTES)('a dispute that is %s is closed', (dispute) => {
    expect(statusOf({ ...GRANTED, dispute })).toBe('paid');
  });

  test.each(['open', 'processing', 'canceled'] as const)(
    'the state %s decides alone, whatever the other columns say',
    (state) => {
      expect(statusOf({ ...STRAY, state })).toBe(state);
      const odd = { refundedAmount: 900, dispute: 'lost' };
      expect(statusOf({ ...STRAY, state, ...odd })).toBe(state);
    },
  );

  test('every state leads to a known status', () => {
    for (const state of PAYMENT_STATES) {
      for (const grantedAt of [null, new Date(0)]) {
        for (const refundedAmount of [0, 1, 900]) {
          for (const dispute of [null, 'lost', 'won']) {
            const status = statusOf({ state, amount: 900, refundedAmount, dispute, grantedAt });
            expect(PAYMENT_STATUSES).toContain(status);
          }
        }
      }
    }
  });
});
