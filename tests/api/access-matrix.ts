import { expect } from 'vitest';
import type { Answer } from '../setup/client';
import { callerOf, ROLES, type Caller, type Role, type Scene, type Stage } from './access-scene';
import { changesBetween, readState } from './access-state';

/** The caller, and the scene. */
export interface Place {
  caller: Caller;
  scene: Scene;
}

export type Of<T> = T | ((place: Place) => T | Promise<T>);
type Ids = Record<string, number | string>;

/** The answer for allowed callers. */
export const DONE = 'done';

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
  /** One for each role but the co-organizer, whose answer is the organizer's unless `coOrganizer` says more. */
  answers: readonly (Reply | typeof DONE)[];
  /** What DONE stands for. */
  done: Of<Reply>;
  /**
   * What differs for a co-organizer from the organizer: the answer, and what changes. In the lists and
   * functions of a row, a co-organizer is an organizer.
   */
  coOrganizer?: { answer?: Reply | typeof DONE; done?: Reply; changes?: string[] };
  /** What changes for allowed callers. For all others nothing changes. */
  changes?: string[] | ((role: Role) => string[]);
}

/** The result of a request, for one role. */
type Outcome = [role: Role, reply: string | number, changes: string[]];

/** Sends a row's request in every role, one after the other, and compares the answers and changes. */
export async function checkRow<Reply extends string | number>(
  stage: Stage,
  row: Row<Reply>,
  replyOf: (answer: Answer, scene: Scene) => Reply,
  send: (
    place: Place,
    method: string,
    path: string,
    body: Record<string, unknown>,
  ) => Promise<Answer>,
): Promise<void> {
  const isReading = row.what.startsWith('GET ');
  let scene = await (isReading ? stage.sharedScene() : stage.setScene());
  const outcomes: Outcome[] = [];
  const expected: Outcome[] = [];
  for (const role of ROLES) {
    await stage.restore();
    // The organizer has changed the event that the co-organizer would change, or has deleted it.
    if (role === 'co-organizer' && !isReading) scene = await stage.setScene();
    const place = { caller: await callerOf(role, scene), scene };
    const [method = '', path = ''] = await addressOf(row, place);
    const body = (await valueOf(row.body, place)) ?? {};
    const before = await readState(stage.db, place.caller);
    const answer =
      body instanceof FormData
        ? await place.caller.client.request(method, path, { body })
        : await send(place, method, path, body);
    const after = await readState(stage.db, place.caller);
    outcomes.push([role, replyOf(answer, scene), changesBetween(before, after, place)]);

    const { answer: reply, done, changes } = expectedOf(row, role);
    expected.push(
      reply === DONE ? [role, await valueOf(done, place), [...changes].sort()] : [role, reply, []],
    );
  }
  expect(outcomes).toEqual(expected);
}

/** What a row expects for a role. */
function expectedOf<Reply extends string | number>(row: Row<Reply>, role: Role) {
  const isCoOrganizer = role === 'co-organizer';
  const more = isCoOrganizer ? row.coOrganizer : undefined;
  const like = isCoOrganizer ? 'organizer' : role;
  const changes = typeof row.changes === 'function' ? row.changes(like) : (row.changes ?? []);
  return {
    answer: more?.answer ?? (row.answers[ROLES.indexOf(like)] as Reply | typeof DONE),
    done: more?.done ?? row.done,
    changes: more?.changes ?? changes,
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
