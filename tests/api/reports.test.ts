import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { PublicPhoto } from '~/models/photo/shape';
import type { ReportEntry } from '~/models/report/shape';
import type { Client, Answer } from '../setup/client';
import { attributesOf } from '../setup/html';
import { errorAt, fieldsOf, open, send } from './pages';
import { addPhoto, createParty, expectStatus, join, visit, type Party, type Person } from './party';

const refusal = ({ status, json }: Answer) => [status, (json as { message?: string }).message];

interface Stage {
  party: Party;
  rosa: Person;
  tom: Person;
  photo: PublicPhoto;
}

/** An event with a photo of Rosa's, and Tom, who reports. */
async function setStage(origin: string): Promise<Stage> {
  const party = await createParty(origin);
  const rosa = await join(party, { name: 'Rosa Blum' });
  const tom = await join(party, { name: 'Tom Girard' });
  for (const { client } of [party.organizer, rosa, tom]) client.speak('en');
  return { party, rosa, tom, photo: await addPhoto(rosa, 1) };
}

/**
 * Reports the photo as Tom.
 * @returns the report's id
 */
async function report({ tom, photo }: Stage, reason?: string): Promise<number> {
  const answer = await tom.client.post<{ id: number }>(`/api/photos/${photo.id}/flag`, { reason });
  return expectStatus(answer, 201).json.id;
}

interface Seen {
  id: number;
  status?: string;
}
/** A photo with its status if it is not what everybody sees. */
const seenOf = ({ id, status = 'shown' }: Seen) => ({ id, ...(status !== 'shown' && { status }) });

const listPath = ({ party }: Stage) => `/api/events/${party.event.id}/flag-reports`;

describe.each([
  { database: 'PGlite', origin: inject('pgliteServer').origin },
  { database: 'PostgreSQL', origin: inject('postgresServer').origin },
])('the endpoints on $database', ({ origin }) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage(origin);
  });

  test('a report, the list, a review, its deletion', async () => {
    const { party, rosa, tom, photo } = stage;
    const organizer = party.organizer.client;
    const flag = `/api/photos/${photo.id}/flag`;
    const sent = await tom.client.post<{ id: number }>(flag, { reason: ' Please blur ' });
    expect([sent.status, sent.json]).toEqual([
      201,
      {
        id: sent.json.id,
        photoId: photo.id,
        reportedById: tom.user.id,
        eventId: party.event.id,
        reason: 'Please blur',
        status: 'pending',
        createdAt: expect.stringMatching(/^20\d\d-.+Z$/),
        reviewedAt: null,
      },
    ]);
    expect(refusal(await tom.client.post(flag, {}))).toEqual([
      409,
      'You have already reported this photo',
    ]);

    const list = async (query = '') =>
      (await organizer.get<ReportEntry[]>(listPath(stage) + query)).json;
    const [entry] = await list('?status=pending');
    expect(entry).toEqual({
      report: {
        id: sent.json.id,
        status: 'pending',
        reason: 'Please blur',
        createdAt: expect.any(String),
        reviewedAt: null,
      },
      photo: { id: photo.id, imageUrl: photo.imageUrl, caption: null },
      reportedBy: { name: 'Tom Girard' },
      photoOwner: { id: rosa.user.id, name: 'Rosa Blum' },
    });

    const one = `/api/flag-reports/${sent.json.id}`;
    const review = (status: string) => organizer.request('PATCH', one, { json: { status } });
    expect(refusal(await review('pending'))).toEqual([400, 'Choose Dismiss or Inappropriate']);
    const reviewed = await review('reviewed');
    expect([reviewed.status, reviewed.json]).toMatchObject([
      200,
      { report: { status: 'reviewed', reviewedAt: expect.stringMatching(/Z$/) } },
    ]);
    expect(refusal(await review('dismissed'))).toEqual([
      409,
      'This report has already been reviewed',
    ]);
    expect(await list('?status=pending')).toEqual([]);
    expect(await list('?status=reviewed')).toEqual(await list());

    const gone = await organizer.delete(one);
    expect([gone.status, gone.json]).toEqual([200, { success: true }]);
    expect(refusal(await organizer.delete(one))).toEqual([404, 'Report not found']);
    expect(await list()).toEqual([]);
  });

  test('a report stays when its reporter is removed, without the name', async () => {
    const stage = await setStage(origin);
    const { party, tom, photo } = stage;
    const { client: organizer } = party.organizer;
    expectStatus(await tom.client.post(`/api/photos/${photo.id}/flag`, {}), 201);
    expectStatus(await organizer.delete(`/api/users/${tom.user.id}?keepOut=1`), 200);
    const { json } = await organizer.get<ReportEntry[]>(listPath(stage));
    expect(json).toMatchObject([{ photo: { id: photo.id }, reportedBy: { name: null } }]);
    const screen = await open(organizer.speak('en'), '/flags');
    expect(screen.text).toContain('Reported by a removed guest');
    const kept = await organizer.get<{ id: number; name: string }[]>(
      `/api/events/${party.event.id}/kept-out`,
    );
    expect(kept.json).toMatchObject([{ name: 'Tom Girard' }]);
  });

  test('an inappropriate photo is available to its owner and the organizer only', async () => {
    const { party, rosa, tom, photo } = await setStage(origin);
    const { client: organizer } = party.organizer;
    const visitor = await visit(party);
    const star = { userId: tom.user.id, photoId: photo.id };
    expectStatus(await tom.client.post('/api/favorites', star), 201);
    const eventId = party.event.id;
    const look = async (client: Client) => {
      const rows = async (path: string) => (await client.get<Seen[]>(path)).json.map(seenOf);
      const marks = await client.get<{ photos: string }>(`/api/events/${eventId}/marks?of=photos`);
      const files = ['', '-720'].map((width) => photo.imageUrl.replace('.webp', `${width}.webp`));
      return {
        feed: await rows(`/api/photos/event/${eventId}`),
        part: await rows(`/api/photos/event/${eventId}?limit=5`),
        own: await rows(`/api/photos/user/${rosa.user.id}`),
        top: await rows(`/api/events/${eventId}/top-photos`),
        files: await Promise.all(files.map(async (path) => (await client.get(path)).status)),
        viewer: (await open(client, `/photos/${photo.id}`)).status,
        download: (await client.get(`/photos/${photo.id}/file`)).status,
        mark: marks.json.photos,
      };
    };
    const tag = (await tom.client.get(photo.imageUrl)).headers.get('ETag') ?? '';
    const before = await look(tom.client);
    const shown = { id: photo.id };
    expect(before).toMatchObject({
      ...{ feed: [shown], part: [shown], own: [shown], top: [shown] },
      ...{ files: [200, 200], viewer: 200, download: 200 },
    });

    const reportId = await report({ party, rosa, tom, photo });
    const one = `/api/flag-reports/${reportId}`;
    expectStatus(await organizer.request('PATCH', one, { json: { status: 'reviewed' } }), 200);
    const gone = {
      feed: [],
      part: [],
      own: [],
      top: [],
      files: [404, 404],
      viewer: 404,
      download: 404,
    };
    const after = await look(tom.client);
    expect(after).toMatchObject(gone);
    expect(after.mark).not.toBe(before.mark);
    expect(await look(visitor)).toMatchObject({ ...gone, download: 302 });
    // Nor does a conditional request confirm a copy.
    const old = await tom.client.get(photo.imageUrl, { 'If-None-Match': tag });
    expect(old.status).toBe(404);
    const hidden = { id: photo.id, status: 'hidden' };
    for (const client of [rosa.client, organizer]) {
      expect(await look(client)).toMatchObject({
        ...{ feed: [hidden], part: [hidden], own: [hidden], top: [] },
        ...{ files: [200, 200], viewer: 200, download: 200 },
      });
    }
    expect((await tom.client.get<Seen[]>('/api/favorites')).json).toEqual([]);
    expect(refusal(await tom.client.post('/api/favorites', star))).toEqual([
      404,
      'Photo not found',
    ]);
    const missing = await tom.client.post(`/api/photos/${photo.id}/flag`, {});
    expect(refusal(missing)).toEqual([404, 'Photo not found']);

    await organizer.submit(`/photos/${photo.id}/hidden`, { hidden: '0' });
    expect(await look(tom.client)).toEqual(before);
  });

  test('refusals', async () => {
    const { party, rosa, tom, photo } = stage;
    const flag = (client: Client, id = photo.id, json: object = {}) =>
      client.post(`/api/photos/${id}/flag`, json).then(refusal);
    expect(await flag(rosa.client)).toEqual([403, 'Access denied']);
    expect(await flag(tom.client, 2_000_000_000)).toEqual([404, 'Photo not found']);
    expect(await flag(tom.client, photo.id, { reason: 'x'.repeat(501) })).toEqual([
      400,
      'This text is too long',
    ]);
    expect(await flag(await visit(party))).toEqual([401, 'Authentication required']);
    const unknown = await party.organizer.client.get(`${listPath(stage)}?status=lost`);
    expect(refusal(unknown)).toEqual([400, 'Invalid request']);
    expect(refusal(await tom.client.get(listPath(stage)))).toEqual([403, 'Not an organizer']);
  });
});

describe('the pages without scripts', () => {
  const { origin } = inject('pgliteServer');

  test('reporting: every input is kept if something is wrong, and it is done once', async () => {
    const stage = await setStage(origin);
    const { client } = stage.tom;
    const viewer = await open(client, `/photos/${stage.photo.id}`);
    const address = `/photos/${stage.photo.id}/report`;
    const [link = ''] = attributesOf(viewer.document, `a[href^="${address}"]`, 'href');
    const page = await open(client, link);
    expect(page.text).toContain('Report this photo?');

    const long = await send(client, page, 'in_photo', {
      choice: 'in_photo',
      details: 'x'.repeat(501),
    });
    expect([long.status, errorAt(long, 'details')]).toEqual([400, 'This text is too long']);
    expect(fieldsOf(long.html).details).toHaveLength(501);
    expect(fieldsOf(long.html).choice).toBe('in_photo');

    const choice = { choice: 'in_photo', details: 'Please blur' };
    const done = await send(client, long, 'in_photo', choice);
    expect(done.path).toBe(`/photos/${stage.photo.id}?from=feed`);
    expect(done.text).toContain('Photo reported');
    const { json } = await stage.party.organizer.client.get<ReportEntry[]>(listPath(stage));
    expect(json[0]?.report.reason).toBe('I am in this photo: Please blur');

    const again = await send(client, page, 'in_photo', choice);
    expect(again.status).toBe(409);
    // That is not a failure, and there is nothing left to fill in.
    expect(again.text).not.toContain('Failed to report photo');
    expect(again.text).toContain('You have already reported this photo');
    expect(fieldsOf(again.html)).not.toHaveProperty('details');
  });

  test('a visitor signs in first and then reports; owners have no link', async () => {
    const stage = await setStage(origin);
    const address = `/photos/${stage.photo.id}`;
    const visitor = (await visit(stage.party)).speak('en');
    expect((await open(visitor, address)).html).toContain(`${address}/report`);
    const login = await open(visitor, `${address}/report`);
    expect(login.path).toMatch(/^\/login\?/);
    expect(new URL(login.path, origin).searchParams.get('next')).toMatch(`${address}/report`);
    expect(login.text).toContain('Authentication required');
    expect(login.text).toContain('You must be logged in to report a photo');
    expect((await open(stage.rosa.client, address)).html).not.toContain(`${address}/report`);
    expect((await open(stage.rosa.client, `${address}/report`)).status).toBe(403);
    expect((await stage.rosa.client.submit('/photos/x/report', {})).status).toBe(404);
  });

  test('the organizer’s list: dismissed, inappropriate, deleted', async () => {
    const stage = await setStage(origin);
    const { client } = stage.party.organizer;
    await report(stage, 'offensive: it is');
    const pending = await open(client, '/flags');
    for (const text of ['Rosa Blum', 'Tom Girard', 'Offensive: it is']) {
      expect(pending.text).toContain(text);
    }
    expect(pending.html).toContain(`/feed?userId=${stage.rosa.user.id}`);
    const odd = await send(client, pending, 'reviewed', { status: 'done' });
    expect(odd.text).toContain('Failed to update report status: Choose Dismiss or Inappropriate');

    const done = await send(client, odd, 'reviewed');
    expect(done.path).toBe('/flags');
    expect(done.text).toContain('The report has been marked as inappropriate');
    expect(done.text).toContain('Nothing to review');
    const late = await send(client, pending, 'dismissed');
    expect(late.text).toContain('This report has already been reviewed');

    const reviewed = await open(client, '/flags?status=reviewed');
    const links = attributesOf(reviewed.document, 'a[href^="/flags/"]', 'href');
    const link = links.find((one) => /^\/flags\/\d+\/delete/.test(one)) ?? '';
    const question = await open(client, link);
    expect(question.text).toContain(
      'Are you sure you want to delete this report? This cannot be undone.',
    );
    expect(question.text).toContain('The photo stays hidden.');
    const gone = await send(client, question, 'Delete report');
    expect(gone.path).toBe('/flags?status=reviewed');
    expect(gone.text).toContain('The report has been permanently removed from the database');
    const twice = await send(client, question, 'Delete report');
    expect(twice.text).toContain('Failed to delete report: Report not found');
  });

  test('a badge counts pending reports, on the other tabs', async () => {
    const stage = await setStage(origin);
    await report(stage);
    const badge = async (query: string) => {
      const { document } = await open(stage.party.organizer.client, `/flags${query}`);
      return document.querySelector('main .count')?.textContent;
    };
    expect(await badge('')).toBeUndefined();
    expect(await badge('?status=reviewed')).toBe('1');
    expect(await badge('?status=all')).toBe('1');
  });

  test('everybody else is refused, and nothing happens', async () => {
    const stage = await setStage(origin);
    const id = await report(stage);
    const elsewhere = (await createParty(origin)).organizer.client.speak('en');
    const visitor = (await visit(stage.party)).speak('en');
    for (const client of [stage.tom.client, visitor]) {
      const page = await open(client, '/flags');
      expect(page.status).toBe(403);
      expect(page.text).toContain('Access Denied');
      expect(page.text).toContain('Only event organizers have access to this section.');
      expect((await open(client, `/flags/${id}/delete`)).path).toBe('/');
    }
    expect((await open(elsewhere, `/flags/${id}/delete`)).status).toBe(403);
    for (const client of [stage.tom.client, visitor, elsewhere]) {
      await client.submit(`/flags/${id}`, { status: 'dismissed' });
      await client.submit(`/flags/${id}/delete`, {});
    }
    const { json } = await stage.party.organizer.client.get<ReportEntry[]>(listPath(stage));
    expect(json.map(({ report: { status } }) => status)).toEqual(['pending']);
  });
});
