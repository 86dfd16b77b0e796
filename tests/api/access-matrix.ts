import { expect } from 'vitest';
import type { Answer } from '../setup/client';
import { callerOf, ROLES, type Caller, type Role, type Scene, type Stage } from './access-scene';
import { changesBetween, readState } from './access-state';

/** Who asks, and about what. */
export interface Place {
  caller: Caller;
  scene: Scene;
}

export type Of<T> = T | ((place: Place) => T | Promise<T>);
type Ids = Record<string, number | string>;

/** What those are answered who may. */
export const DONE = 'done';

/** A line of the matrix. */
export interface Row<Reply extends string | number> {
  /** Method and address as in the table of contents; after a comma, in which case. */
  what: string;
  /**
   * What stands for the names in the address, made before anything is compared. Those of the event,
   * the guest and the guest's photo go without saying.
   */
  ids?: Of<Ids>;
  query?: Of<string>;
  /** Sent as JSON to an endpoint and as a form's fields by a form; FormData as multipart. */
  body?: Of<Record<string, unknown> | FormData>;
  /** One for each role. */
  answers: readonly (Reply | typeof DONE)[];
  /** What DONE stands for. */
  done: Of<Reply>;
  /** What is different afterwards for those who may. For all others nothing is. */
  changes?: string[] | ((role: Role) => string[]);
}

/** What came of a request, for one role. */
type Outcome = [role: Role, reply: string | number, changes: string[]];

/** Asks for what a row says in every role, one after the other, and compares all that happens. */
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
  const scene = await (isReading ? stage.sharedScene() : stage.setScene());
  const outcomes: Outcome[] = [];
  const expected: Outcome[] = [];
  for (const [index, role] of ROLES.entries()) {
    await stage.restore();
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

    const reply = row.answers[index] as Reply | typeof DONE;
    const changes = typeof row.changes === 'function' ? row.changes(role) : (row.changes ?? []);
    expected.push(
      reply === DONE
        ? [role, await valueOf(row.done, place), [...changes].sort()]
        : [role, reply, []],
    );
  }
  expect(outcomes).toEqual(expected);
}

/** Method and address of a row, without the case. */
export function requestOf({ what }: { what: string }): string {
  return what.split(',')[0] ?? '';
}

/** Method and address of a row, for who asks and about what. */
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
