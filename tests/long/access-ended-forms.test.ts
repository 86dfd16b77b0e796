import { describe, test } from 'vitest';
import * as forms from '../api/access-forms';
import * as accountForms from '../api/access-forms-account';
import { checkRow } from '../api/access-matrix';
import { ROLES, withStage } from '../api/access-scene';
import { FORMS } from '../api/access-sent';
import { storageForms, withFtpSettings } from '../api/access-storage';

// The forms of the matrix, sent without scripts, about an event that has ended (rule `event.ended`). Each is prepared
// while the event is running.

const SUBMITTED = [
  ...accountForms.WAYS_IN,
  ...forms.PHOTOS,
  ...forms.ORGANIZING,
  ...forms.PAYING,
  ...forms.MESSAGES,
  ...accountForms.SETTINGS,
  ...accountForms.ADMINISTRATION,
  ...storageForms(withFtpSettings()),
];

describe(`who may once the event has ended: ${ROLES.join(', ')}`, () => {
  const stage = withStage();
  test.each(SUBMITTED)('$what', (row) => checkRow(stage, row, FORMS, 'ended'));
});

// Late photos are all that an open album takes (rule `photos.late`).
describe(`who may while the album takes late photos: ${ROLES.join(', ')}`, () => {
  const stage = withStage();
  test.each(forms.PHOTOS)('$what', (row) => checkRow(stage, row, FORMS, 'late'));
});
