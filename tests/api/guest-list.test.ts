import { beforeAll, expect, inject, test } from 'vitest';
import { GUEST_LIST_MAX } from '~/models/user/guest-list';
import { createParty, unique, type Party } from './party';

// The body of `POST /api/events/{id}/guest-list`.

const { origin } = inject('pgliteServer');
let party: Party;
beforeAll(async () => {
  party = await createParty(origin);
});

const line = () => `Ann Young, ${unique()}@guests.example`;
const post = (init: Parameters<Party['organizer']['client']['request']>[2]) =>
  party.organizer.client.request('POST', `/api/events/${party.event.id}/guest-list`, init);
const typed = (type: string, body: string) => post({ body, headers: { 'Content-Type': type } });

function file(field: string, text: string): FormData {
  const form = new FormData();
  form.set(field, new Blob([text], { type: 'text/csv' }), 'guests.csv');
  return form;
}

test.each([
  ['JSON', () => post({ json: { list: line() } })],
  ['text', () => typed('text/plain; charset=utf-8', line())],
  ['CSV', () => typed('text/csv', `Name;E-mail\r\n${line()}`)],
  [
    'a form',
    () => typed('application/x-www-form-urlencoded', `list=${encodeURIComponent(line())}`),
  ],
  ['a file', () => post({ body: file('list', line()) })],
])('the list is taken as %s', async (_how, send) => {
  const { status, json } = await send();
  expect([status, json]).toEqual([200, { added: 1, known: 0, errors: [] }]);
});

test('a wrong line is reported with its number and an English text', async () => {
  const { json } = await post({ json: { list: `${line()}\nnobody` } });
  const errors = [{ line: 2, message: 'This line needs exactly one e-mail address' }];
  expect(json).toEqual({ added: 1, known: 0, errors });
});

test.each([
  ['nothing', 400, () => post({ json: {} })],
  ['an empty list', 400, () => post({ json: { list: ' \n ' } })],
  ['a list of numbers', 400, () => post({ json: { list: [1, 2] } })],
  ['JSON that breaks off', 400, () => typed('application/json', '{"list":')],
  ['a form that breaks off', 400, () => typed('multipart/form-data; boundary=b', '--b\r\nx')],
  ['another type', 415, () => typed('image/png', 'x')],
  ['a list that is too long', 400, () => post({ json: { list: 'x'.repeat(GUEST_LIST_MAX + 1) } })],
])('%s is refused', async (_what, status, send) => {
  const answer = await send();
  expect([answer.status, Object.keys(answer.json as object)]).toEqual([status, ['message']]);
});
