import { describe, expect, test } from 'vitest';
import { builtRoutes } from '../setup/routes';
import { MESSAGES, ORGANIZING, PAYING, PHOTOS, type Form } from './access-forms';
import { ADMINISTRATION, administrators, SETTINGS, WAYS_IN } from './access-forms-account';
import { checkRow, requestOf } from './access-matrix';
import { ROLES, withStage } from './access-scene';
import { FORMS } from './access-sent';
import { KEPT, SWITCHED, withFtpSettings } from './access-storage';

const stage = withStage();
const ftpSettings = withFtpSettings();

/** Last, because later images would be stored there. The second one switches it off again. */
const STORAGE: Form[] = [
  {
    what: 'POST /admin/storage, another server',
    body: () => ({ ...ftpSettings(), keep: 'on' }),
    answers: administrators('/admin/storage'),
    done: '302 /admin/storage',
    changes: KEPT,
  },
  {
    what: 'POST /admin/storage, mode',
    body: { intent: 'mode', useFtp: 'false' },
    answers: administrators('/admin/storage'),
    done: '302 /admin/storage',
    changes: SWITCHED,
  },
];
const ROWS = [
  ...WAYS_IN,
  ...PHOTOS,
  ...ORGANIZING,
  ...PAYING,
  ...MESSAGES,
  ...SETTINGS,
  ...ADMINISTRATION,
  ...STORAGE,
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
