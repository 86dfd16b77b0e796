import { describe, test } from 'vitest';
import * as calls from '../api/access-endpoints';
import * as eventCalls from '../api/access-endpoints-event';
import * as forms from '../api/access-forms';
import * as accountForms from '../api/access-forms-account';
import { checkRow } from '../api/access-matrix';
import { ROLES, withStage } from '../api/access-scene';
import { CALLS, FORMS } from '../api/access-sent';
import { storageCalls, storageForms, withFtpSettings } from '../api/access-storage';

// The rows of the matrix that write, about an event that has ended (rule `event.ended`). Each request is prepared
// while the event is running.

const ftpSettings = withFtpSettings();
const WRITES = [
  ...calls.FOR_EVERYBODY,
  ...eventCalls.PHOTOS,
  ...eventCalls.PEOPLE,
  ...eventCalls.EVENTS,
  ...calls.ADMINISTRATION,
  ...storageCalls(ftpSettings),
].filter(({ what }) => !what.startsWith('GET '));
const SUBMITTED = [
  ...accountForms.WAYS_IN,
  ...forms.PHOTOS,
  ...forms.ORGANIZING,
  ...forms.PAYING,
  ...forms.MESSAGES,
  ...accountForms.SETTINGS,
  ...accountForms.ADMINISTRATION,
  ...storageForms(ftpSettings),
];

describe(`who may once the event has ended: ${ROLES.join(', ')}`, () => {
  const stage = withStage();
  test.each(WRITES)('$what', (row) => checkRow(stage, row, CALLS, 'ended'));
});

describe(`who may then, without scripts: ${ROLES.join(', ')}`, () => {
  const stage = withStage();
  test.each(SUBMITTED)('$what', (row) => checkRow(stage, row, FORMS, 'ended'));
});

// Late photos are all that an open album takes (rule `photos.late`).
describe(`who may while the album takes late photos: ${ROLES.join(', ')}`, () => {
  const stage = withStage();
  test.each(eventCalls.PHOTOS.filter(({ what }) => !what.startsWith('GET ')))('$what', (row) =>
    checkRow(stage, row, CALLS, 'late'),
  );
  test.each(forms.PHOTOS)('$what, without scripts', (row) => checkRow(stage, row, FORMS, 'late'));
});
