import { describe, expect, it } from 'vitest';
import { REPORT_CHOICES, readReason, storedReason } from './rules';

describe('the reason of a report', () => {
  it('is stored as one readable text', () => {
    expect(storedReason({ choice: 'in_photo', details: ' please blur ' })).toBe(
      'I am in this photo: please blur',
    );
    expect(storedReason({ choice: 'not_event', details: '  ' })).toBe('not part of this event');
    expect(storedReason({ details: 'Please blur my daughter' })).toBe('Please blur my daughter');
    expect(storedReason({ choice: null, details: ' ' })).toBeNull();
    expect(storedReason({})).toBeNull();
  });

  it('is read back as its two parts', () => {
    for (const choice of REPORT_CHOICES) {
      for (const details of [null, 'why: because']) {
        const reason = { choice, details };
        expect(readReason(storedReason(reason))).toEqual(reason);
      }
    }
    expect(readReason(null)).toEqual({ choice: null, details: null });
  });

  it('without a known choice is the user’s own text', () => {
    for (const details of ['offensive, that is', 'others: no', 'This is not our party']) {
      expect(readReason(details)).toEqual({ choice: null, details });
    }
  });
});
