import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RequestArgs, RequestContext } from './context';
import { parseForm, readForm, textsOf } from './forms.server';

const schema = z.object({
  name: z.string('name_min').trim().min(3, 'name_min').max(5, 'name_max'),
  note: z.preprocess((value) => value, z.string().trim().max(8, 'text_max')).optional(),
});

function posted(body: BodyInit, type?: string): RequestArgs {
  const headers = type === undefined ? undefined : { 'Content-Type': type };
  const request = new Request('http://localhost/', { method: 'POST', body, headers });
  return { request, context: { log: { info: () => undefined } } as unknown as RequestContext };
}

const refusalOf = (form: Promise<unknown>) =>
  form.then(
    () => null,
    async (refusal: Response) => [
      refusal.status,
      ((await refusal.json()) as { code: string }).code,
    ],
  );

describe('reading a form', () => {
  it('takes the first text of each name, with normalized line breaks', async () => {
    const form = await readForm(posted(new URLSearchParams('a=1&a=2&b=x%0D%0Ay')));
    expect([...form]).toEqual([
      ['a', '1'],
      ['b', 'x\ny'],
    ]);
  });

  it('takes a multipart form and ignores its files', async () => {
    const sent = new FormData();
    sent.set('a', '1');
    sent.set('b', new Blob(['x']), 'b.txt');
    expect([...(await readForm(posted(sent)))]).toEqual([['a', '1']]);
  });

  it('stays fast for a body of repeated names', async () => {
    const form = await readForm(posted(new URLSearchParams('a=&'.repeat(30_000))));
    expect(form.size).toBe(1);
  });

  it.each([
    ['another kind of body', '{}', 'application/json', [415, 'unsupported_media']],
    ['text', 'a=1', 'text/plain', [415, 'unsupported_media']],
    ['a broken kind', 'a=1', ';;;', [415, 'unsupported_media']],
    ['multipart without its boundary', 'x', 'multipart/form-data', [400, 'invalid_request']],
    [
      'multipart that is cut off',
      '--x\r\n',
      'multipart/form-data; boundary=x',
      [400, 'invalid_request'],
    ],
  ])('refuses %s', async (_what, body, type, refusal) => {
    expect(await refusalOf(readForm(posted(body, type)))).toEqual(refusal);
  });
});

describe('parsing a form', () => {
  const parse = (texts: Record<string, string>) =>
    parseForm(new Map(Object.entries(texts)), schema);

  it('passes only the schema’s fields to conform', () => {
    const submission = parse({
      name: 'Anna',
      'name[200000000]': 'x',
      'name.deep': 'x',
      [`${'a.'.repeat(3000)}b`]: 'x',
      __intent__: '{',
      __state__: '{',
      other: 'x',
    });
    expect(submission.status).toBe('success');
    expect(submission.payload).toEqual({ name: 'Anna' });
    expect(submission.reply().initialValue).toEqual({ name: 'Anna' });
  });

  it('returns texts that are too long, and truncates them far beyond the limit', () => {
    expect(parse({ name: 'Annalena' }).reply()).toMatchObject({
      error: { name: ['name_max'] },
      initialValue: { name: 'Annalena' },
    });
    const { initialValue, error } = parse({
      name: 'x'.repeat(100_000),
      note: 'y'.repeat(9000),
    }).reply();
    expect(error).toEqual({ name: ['name_max'], note: ['text_max'] });
    expect(initialValue).toEqual({ name: 'x'.repeat(10), note: 'y'.repeat(16) });
  });

  it('returns the texts as typed', () => {
    expect(textsOf(parse({ name: ' Al ' }), ['name', 'note'])).toEqual({ name: 'Al', note: '' });
  });
});
