import { describe, expect, test } from 'vitest';
import type { Answer } from '../setup/client';
import { builtRoutes } from '../setup/routes';
import { MESSAGES, ORGANIZING, PAYING, PHOTOS, type Form } from './access-forms';
import { ADMINISTRATION, administrators, SETTINGS, WAYS_IN } from './access-forms-account';
import { checkRow, requestOf, type Place } from './access-matrix';
import { ROLES, withStage, type Scene } from './access-scene';
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
  test.each(ROWS)('$what', (row) => checkRow(stage, row, replyOf, submit));
});

test('no form is missing: every route with an action has its line', async () => {
  const rows = new Set(ROWS.map(requestOf));
  const routes = (await builtRoutes()).filter(({ path }) => !path.startsWith('/api/'));
  const forms = routes.filter(({ hasAction }) => hasAction).map(({ path }) => `POST ${path}`);
  expect(forms.length).toBeGreaterThan(25);
  expect(forms.filter((form) => !rows.has(form))).toEqual([]);
});

/** The status and the redirect in readable form, without the names and numbers of the scene. */
function replyOf({ status, headers }: Answer, { party }: Scene): string {
  const location = headers.get('Location');
  if (location === null) return String(status);
  const address = decodeURIComponent(decodeURIComponent(location.replaceAll('+', ' ')))
    .replace(party.names.event, 'EVENT')
    .replace(party.names.organizerName, 'ORGANIZER')
    .replace(/cs_test_\w+/, 'PAGE')
    .replaceAll(/\d+/g, 'N');
  return `${status} ${address}`;
}

function submit({ caller }: Place, _method: string, path: string, body: Record<string, unknown>) {
  return caller.client.submit(path, body as Record<string, string>);
}
