import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { events } from '~db/schema';
import type { PublicEvent } from '~/models/event/shape';
import type { Answer } from '../setup/client';
import { callerOf, ROLES, type Caller, type Role, type Scene, type Stage } from './access-scene';
import { changesBetween, readState } from './access-state';
import { day, ENDED } from './party';

/** The caller, and the scene. */
export interface Place {
  caller: Caller;
  scene: Scene;
}

export type Of<T> = T | ((place: Place) => T | Promise<T>);
type Ids = Record<string, number | string>;

/** The answer for allowed callers. */
export const DONE = 'done';

/** What differs for a role whose answers follow from those of another one. */
interface Exception<Reply extends string | number> {
  answer?: Reply | typeof DONE;
  done?: Reply;
  changes?: readonly string[];
}

/** A line of the matrix. */
export interface Row<Reply extends string | number> {
  /** Method and path as in the list of endpoints; after a comma, the case. */
  what: string;
  /**
   * The values of the path's parameters, created before anything is compared. Those of the event, the guest
   * and the guest's photo are filled in by default.
   */
  ids?: Of<Ids>;
  query?: Of<string>;
  /** Sent as JSON to an endpoint and as a form's fields by a form; FormData as multipart. */
  body?: Of<Record<string, unknown> | FormData>;
  /** One for each role but the last three, whose answers follow from those of others. */
  answers: readonly (Reply | typeof DONE)[];
  /** What DONE stands for. */
  done: Of<Reply>;
  /**
   * What differs for a co-organizer from the organizer. In the lists and functions of a row, a co-organizer is
   * an organizer.
   */
  coOrganizer?: Exception<Reply>;
  /** What differs from nobody for somebody who was removed. */
  removed?: Exception<Reply>;
  /**
   * What differs for another event's participant from its organizer, or from this event's participant where
   * that one may not either.
   */
  participantElsewhere?: Exception<Reply>;
  /**
   * What differs once the event has ended, besides what its guests may no longer do. A co-organizer's is the
   * organizer's.
   */
  ended?: Partial<Record<Role | 'everybody', Exception<Reply>>>;
  /** What differs beyond that while an ended event takes late photos. */
  late?: Partial<Record<Role | 'everybody', Exception<Reply>>>;
  /** What changes for allowed callers. For all others nothing changes. */
  changes?: string[] | ((role: Role) => string[]);
}

/** How rows of one kind are sent. */
export interface Way<Reply extends string | number> {
  send(place: Place, method: string, path: string, body: Record<string, unknown>): Promise<Answer>;
  /** The part of an answer that a row states. */
  replyOf(answer: Answer, scene: Scene): Reply;
  /** What a guest of an ended event is answered (rule `event.ended`). */
  closed: Reply;
}

/** The result of a request, for one role. */
type Outcome = [role: Role, reply: string | number, changes: string[]];

/**
 * Sends a row's request in every role, one after the other, and compares the answers and changes.
 * @param when `ended`: the event ends between the preparations and the request; `late`: and takes late photos
 */
export async function checkRow<Reply extends string | number>(
  stage: Stage,
  row: Row<Reply>,
  { send, replyOf, closed }: Way<Reply>,
  when: 'running' | 'ended' | 'late' = 'running',
): Promise<void> {
  const isReading = row.what.startsWith('GET ');
  let scene = await (isReading ? stage.sharedScene() : stage.setScene());
  const outcomes: Outcome[] = [];
  const expected: Outcome[] = [];
  for (const role of ROLES) {
    // Nobody else changes user 1 and their event.
    if (role === ROLES[0] || role.startsWith('administrator')) await stage.restore();
    // The organizer may have changed the event that the next roles ask about, or have deleted it.
    const isTouched = outcomes.some(([, , changes]) => changes.length > 0);
    if (role === 'removed' && !isReading && isTouched) scene = await stage.setScene();
    const place = { caller: await callerOf(role, scene), scene };
    const [method = '', path = ''] = await addressOf(row, place);
    const body = (await valueOf(row.body, place)) ?? {};
    if (when !== 'running') {
      await setDays(scene, { ...ENDED, photosUntil: when === 'late' ? day(3) : null });
    }
    const before = await readState(stage.db, place.caller);
    const answer =
      body instanceof FormData
        ? await place.caller.client.request(method, path, { body })
        : await send(place, method, path, body);
    const after = await readState(stage.db, place.caller);
    outcomes.push([role, replyOf(answer, scene), changesBetween(before, after, place)]);

    const usual = expectedOf(row, role);
    const {
      answer: reply,
      done,
      changes,
    } = when === 'running' ? usual : { ...usual, ...onceEnded(row, role, closed, when) };
    expected.push(
      reply === DONE ? [role, await valueOf(done, place), [...changes].sort()] : [role, reply, []],
    );
    if (when !== 'running') await setDays(scene, scene.party.event);
  }
  expect(outcomes).toEqual(expected);
}

async function setDays(
  { db, party }: Scene,
  days: Pick<PublicEvent, 'startDate' | 'endDate' | 'photosUntil'>,
) {
  const { startDate, endDate, photosUntil } = days;
  const isEvent = eq(events.id, party.event.id);
  await db.update(events).set({ startDate, endDate, photosUntil }).where(isEvent);
}

/** Whose answers and changes a role has, and where a row says what differs. */
const LIKE = {
  'co-organizer': ['organizer', 'coOrganizer'],
  removed: ['anonymous', 'removed'],
  'participant elsewhere': ['organizer elsewhere', 'participantElsewhere'],
} as const;

/** What a row expects for a role. */
function expectedOf<Reply extends string | number>(row: Row<Reply>, role: Role) {
  const [like, exception] = role in LIKE ? LIKE[role as keyof typeof LIKE] : [role];
  const more = exception && row[exception];
  const changes = typeof row.changes === 'function' ? row.changes(like) : (row.changes ?? []);
  const answerOf = (one: Role) => row.answers[ROLES.indexOf(one)] as Reply | typeof DONE;
  const forParticipant = answerOf('participant');
  const isForbidden = role === 'participant elsewhere' && forParticipant !== DONE;
  return {
    answer: more?.answer ?? (isForbidden ? forParticipant : answerOf(like)),
    done: more?.done ?? row.done,
    changes: more?.changes ?? changes,
  };
}

/**
 * What differs once the event has ended. Its guests may write nothing that needs a session; the row states what else
 * differs.
 */
function onceEnded<Reply extends string | number>(
  { answers, ended, late }: Row<Reply>,
  role: Role,
  closed: Reply,
  when: 'ended' | 'late',
): Exception<Reply> {
  const isGuest = role === 'visitor' || role === 'participant';
  const differs = (by: typeof ended) =>
    by?.[role] ?? (role === 'co-organizer' ? by?.organizer : undefined) ?? by?.everybody;
  return {
    ...(isGuest && answers[0] !== DONE && { answer: closed }),
    ...differs(ended),
    ...(when === 'late' && differs(late)),
  };
}

/** Method and path of a row, without the case. */
export function requestOf({ what }: { what: string }): string {
  return what.split(',')[0] ?? '';
}

/** Method and URL of a row, for this caller and scene. */
export async function addressOf(row: Row<string | number>, place: Place): Promise<string[]> {
  const { party, guest, photo } = place.scene;
  const [method = '', pattern = ''] = requestOf(row).split(' ');
  const ids: Ids = {
    eventId: party.event.id,
    userId: guest.user.id,
    photoId: photo.id,
    '*': 'nowhere',
    ...(await valueOf(row.ids, place)),
  };
  const path = pattern.replace(/:(\w+)|\*/g, (whole, name: string | undefined) => {
    const id = ids[name ?? whole];
    if (id === undefined) throw new Error(`${row.what} says nothing of ${whole}`);
    return String(id);
  });
  return [method, path + ((await valueOf(row.query, place)) ?? '')];
}

async function valueOf<T>(value: Of<T>, place: Place): Promise<T> {
  return typeof value === 'function' ? (value as (place: Place) => T | Promise<T>)(place) : value;
}
