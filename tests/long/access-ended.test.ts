import { describe, test } from 'vitest';
import * as calls from '../api/access-endpoints';
import * as eventCalls from '../api/access-endpoints-event';
import { checkRow } from '../api/access-matrix';
import { ROLES, withStage } from '../api/access-scene';
import { CALLS } from '../api/access-sent';
import { storageCalls, withFtpSettings } from '../api/access-storage';

// The calls of the matrix that write, about an event that has ended (rule `event.ended`). Each request is prepared
// while the event is running. The forms are in `access-ended-forms.test.ts`, so that both run at once.

const ftpSettings = withFtpSettings();
const writes = <Row extends { what: string }>(rows: readonly Row[]) =>
  rows.filter(({ what }) => !what.startsWith('GET '));
const WRITES = writes([
  ...calls.FOR_EVERYBODY,
  ...eventCalls.PHOTOS,
  ...eventCalls.PEOPLE,
  ...eventCalls.EVENTS,
  ...calls.ADMINISTRATION,
  ...storageCalls(ftpSettings),
]);

describe(`who may once the event has ended: ${ROLES.join(', ')}`, () => {
  const stage = withStage();
  test.each(WRITES)('$what', (row) => checkRow(stage, row, CALLS, 'ended'));
});

// Late photos are all that an open album takes (rule `photos.late`).
describe(`who may while the album takes late photos: ${ROLES.join(', ')}`, () => {
  const stage = withStage();
  test.each(writes(eventCalls.PHOTOS))('$what', (row) => checkRow(stage, row, CALLS, 'late'));
});
