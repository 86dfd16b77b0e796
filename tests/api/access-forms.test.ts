import { describe, expect, test } from 'vitest';
import { builtRoutes } from '../setup/routes';
import { MESSAGES, ORGANIZING, PAYING, PHOTOS } from './access-forms';
import { ADMINISTRATION, SETTINGS, WAYS_IN } from './access-forms-account';
import { checkRow, requestOf } from './access-matrix';
import { ROLES, withStage } from './access-scene';
import { FORMS } from './access-sent';
import { storageForms, withFtpSettings } from './access-storage';

const stage = withStage();
const ftpSettings = withFtpSettings();

const ROWS = [
  ...WAYS_IN,
  ...PHOTOS,
  ...ORGANIZING,
  ...PAYING,
  ...MESSAGES,
  ...SETTINGS,
  ...ADMINISTRATION,
  ...storageForms(ftpSettings),
];

describe(`who may, without scripts: ${ROLES.join(', ')}`, () => {
  test.each(ROWS)('$what', (row) => checkRow(stage, row, FORMS));
});

test('no form is missing: every route with an action has its line', async () => {
  const rows = new Set(ROWS.map(requestOf));
  const routes = (await builtRoutes()).filter(({ kind }) => kind !== 'call');
  const forms = routes.filter(({ hasAction }) => hasAction).map(({ path }) => `POST ${path}`);
  expect(forms.length).toBeGreaterThan(25);
  expect(forms.filter((form) => !rows.has(form))).toEqual([]);
});
