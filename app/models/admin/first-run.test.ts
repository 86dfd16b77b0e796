import { expect, test } from 'vitest';
import { firstSteps, type FirstRunFacts, type FirstRunNotes } from './first-run';

const NOTHING: FirstRunNotes = {
  passwordChosenAt: null,
  mailSentAt: null,
  payments: null,
  closedAt: null,
};
const EMPTY: FirstRunFacts = {
  hasAddress: false,
  origin: undefined,
  readAt: 'http://localhost:3000',
  isStorageFailing: true,
  isDiskLow: true,
  hasMail: false,
  hasPayments: false,
};
const at = new Date(0);
const ALL: FirstRunNotes = {
  passwordChosenAt: at,
  mailSentAt: at,
  payments: 'accepted',
  closedAt: null,
};
const SET_UP: FirstRunFacts = {
  hasAddress: true,
  origin: 'https://photos.example.org',
  readAt: 'https://photos.example.org',
  isStorageFailing: false,
  isDiskLow: false,
  hasMail: true,
  hasPayments: true,
};

test('at first every step says what is missing', () => {
  expect(firstSteps(NOTHING, EMPTY)).toEqual({
    password: 'first_password',
    origin: 'origin_unset',
    storage: 'storage_failing',
    mail: 'mail_unset',
    payments: 'payments_unset',
  });
});

test('the list goes once all is done, or when it is closed', () => {
  expect(firstSteps(ALL, SET_UP)).toBeNull();
  expect(firstSteps({ ...NOTHING, closedAt: at }, EMPTY)).toBeNull();
});

test.each([
  ['password', 'first_password', { passwordChosenAt: null }, {}],
  ['password', 'example_address', {}, { hasAddress: false }],
  ['origin', 'origin_unset', {}, { origin: undefined }],
  ['origin', 'origin_http', {}, { origin: 'http://photos.example.org' }],
  ['origin', 'origin_elsewhere', {}, { readAt: 'http://photos.example.org' }],
  ['storage', 'storage_failing', {}, { isStorageFailing: true }],
  ['storage', 'disk_low', {}, { isDiskLow: true }],
  ['mail', 'mail_unset', {}, { hasMail: false }],
  ['mail', 'ready', { mailSentAt: null }, {}],
  ['mail', 'example_address', { mailSentAt: null }, { hasAddress: false }],
  ['payments', 'ready', { payments: null }, {}],
  ['payments', 'payments_unset', { payments: null }, { hasPayments: false }],
  ['payments', 'payments_unset', {}, { hasPayments: false }],
] as const)('%s: %s', (step, missing, notes, facts) => {
  expect(firstSteps({ ...ALL, ...notes }, { ...SET_UP, ...facts })?.[step]).toBe(missing);
});

test('payments that nobody needs are done without Stripe', () => {
  expect(
    firstSteps({ ...ALL, payments: 'not_needed' }, { ...SET_UP, hasPayments: false }),
  ).toBeNull();
});
