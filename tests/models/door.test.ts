import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, formerNames, sessions } from '~db/schema';
import type { Door, EventLink } from '~/models/event/door';
import { getLinkedEvent, renewCode, setDoor } from '~/models/event/door.server';
import { findEventByNames } from '~/models/event/names.server';
import { DEMO_EVENT_ID } from '~/models/event/rules';
import { editEvent } from '~/models/event/write.server';
import { findEvent } from '~/models/event/read.server';
import { findWayBack } from '~/models/event/invitation.server';
import { beginSession, type SessionOwner } from '~/models/session/write.server';
import { login } from '~/models/session/sign-in.server';
import { newToken } from '~/models/session/token.server';
import { checkVisitorAccess } from '~/models/user/read.server';
import { asking, createTestEvent, createTestUser, TODAY, unique } from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('the door of an event', (getDb) => {
  const now = () => new Date(`${TODAY}T12:00:00Z`);
  const begin = (who: SessionOwner) =>
    beginSession(getDb(), { token: newToken(), who, userAgent: null, now: now() });
  async function party() {
    const { event, organizer, organizerName } = await createTestEvent(getDb());
    const [actor, eventId] = [asking(organizer), event.id];
    const names = { event: event.name, organizerName };
    return {
      event,
      organizer,
      actor,
      names,
      renew: (door: Door = 'names') => renewCode(getDb(), { actor, eventId, door }),
      setDoor: (door: Door) => setDoor(getDb(), { actor, eventId, door }),
      open: (code: string | null) => getLinkedEvent(getDb(), { eventId, code }),
      comeBy: (link: EventLink | null) =>
        checkVisitorAccess(getDb(), { ...names, link, today: TODAY }),
    };
  }
  const unknown = { code: 'event_not_found', status: 404 };
  const codeOnly = { code: 'code_only', status: 403 };

  test('its number opens it until it has a code, and then only with the code', async () => {
    const { event, open, renew } = await party();
    expect(await open(null)).toMatchObject({ id: event.id });
    expect(await open('anything')).toMatchObject({ id: event.id });
    const first = (await renew()).code;
    expect(first).toMatch(/^[a-hjkmnp-z2-9]{10}$/);
    expect(await open(first)).toMatchObject({ id: event.id });
    for (const wrong of [null, '', 'anything', `${first}x`]) {
      await expect(open(wrong)).rejects.toMatchObject(unknown);
    }
    const second = (await renew()).code;
    expect(second).not.toBe(first);
    await expect(open(first)).rejects.toMatchObject(unknown);
    expect(await open(second)).toMatchObject({ id: event.id });
  });

  test('a new code ends former names and visits; members stay, and no other event is affected', async () => {
    const { event, actor, names, renew } = await party();
    const other = await party();
    const guest = await createTestUser(getDb(), event.id);
    const { startDate, endDate } = event;
    const values = { name: `Another ${unique()}`, startDate, endDate };
    const [eventId, isSold] = [event.id, false];
    await editEvent(getDb(), { actor, eventId, values, today: TODAY, isSold });
    for (const who of [{ user: guest }, { visitorOf: event }, { visitorOf: other.event }]) {
      await begin(who);
    }
    const find = (typed: typeof names) => findEventByNames(getDb(), typed, { link: null });
    expect(await find(names)).toMatchObject({ id: event.id });

    await renew();
    await expect(find(names)).rejects.toMatchObject(unknown);
    expect(await find({ ...names, event: values.name })).toMatchObject({ id: event.id });
    expect(await getDb().$count(formerNames, eq(formerNames.eventId, event.id))).toBe(0);
    const sessionsOf = (id: number) => getDb().$count(sessions, eq(sessions.eventId, id));
    expect(await sessionsOf(event.id)).toBe(1);
    expect(await getDb().$count(sessions, eq(sessions.userId, guest.id))).toBe(1);
    expect(await sessionsOf(other.event.id)).toBe(1);
    expect(await find(other.names)).toMatchObject({ id: other.event.id });
  });

  test('a visit that was admitted before the code was renewed does not begin afterwards', async () => {
    const { event, comeBy, renew } = await party();
    const seen = await comeBy(null);
    await renew();
    await expect(begin({ visitorOf: seen })).rejects.toMatchObject(unknown);
    const isVisit = eq(sessions.eventId, event.id);
    expect(await getDb().$count(sessions, isVisit)).toBe(0);
    await begin({ visitorOf: await comeBy(null) });
    expect(await getDb().$count(sessions, isVisit)).toBe(1);
  });

  test('closed to the names, it admits only those with the right code, and those who have joined', async () => {
    const { event, names, comeBy, setDoor, renew } = await party();
    const guest = await createTestUser(getDb(), event.id);
    const { code } = await setDoor('code');
    expect(code).not.toBeNull();
    const other = await party();
    const otherCode = (await other.renew()).code;
    const links = [
      null,
      { eventId: event.id, code: null },
      { eventId: event.id, code: otherCode },
      { eventId: other.event.id, code },
    ];
    for (const link of links) await expect(comeBy(link)).rejects.toMatchObject(codeOnly);
    expect(await comeBy({ eventId: event.id, code })).toMatchObject({ id: event.id });

    const signIn = (person: { name: string; email: string }) =>
      login(
        { db: getDb(), mail: null, now, today: () => TODAY },
        { ...names, ...person, signInMail: () => ({ subject: '', text: '' }) },
      );
    expect((await signIn(guest)).user.id).toBe(guest.id);
    const stranger = { name: 'Nobody Here', email: `${unique()}@example.com` };
    await expect(signIn(stranger)).rejects.toMatchObject({ code: 'invalid_credentials' });

    // A renewed code keeps it closed if that was chosen. After it is opened again, the code still works.
    const renewed = await renew('code');
    await expect(comeBy({ eventId: event.id, code })).rejects.toMatchObject(codeOnly);
    expect(await setDoor('names')).toMatchObject({ door: 'names', code: renewed.code });
    expect(await comeBy(null)).toMatchObject({ id: event.id });
  });

  test('closing or opening it ends no session, and keeps the code and former names', async () => {
    const { event, renew, setDoor } = await party();
    const { code } = await renew();
    const seen = await findEvent(getDb(), { eventId: event.id });
    await begin({ visitorOf: { id: event.id, code: seen?.code ?? null } });
    expect(await setDoor('code')).toMatchObject({ door: 'code', code });
    expect(await setDoor('code')).toMatchObject({ door: 'code', code });
    expect(await getDb().$count(sessions, eq(sessions.eventId, event.id))).toBe(1);
  });

  test('only a device that has the code is offered the way back', async () => {
    const { event, names, renew } = await party();
    const eventId = event.id;
    const read = (code: string | null) =>
      findWayBack(getDb(), { link: { eventId, code }, today: TODAY });
    const back = { event: names.event, organizer: names.organizerName };
    expect(await read(null)).toEqual(back);
    const { code } = await renew();
    expect(await read(null)).toBeNull();
    expect(await read(code)).toEqual(back);
  });

  test('only its organizer chooses, and the demo event stays open', async () => {
    const { event } = await party();
    const other = await party();
    const guest = asking(await createTestUser(getDb(), event.id));
    for (const change of [renewCode, setDoor]) {
      const by = (actor: typeof guest, eventId: number) =>
        change(getDb(), { actor, eventId, door: 'code' });
      await expect(by(guest, event.id)).rejects.toMatchObject({ code: 'not_an_organizer' });
      await expect(by(other.actor, event.id)).rejects.toMatchObject({ code: 'access_denied' });
      const ofDemo = { ...other.actor, eventId: DEMO_EVENT_ID };
      await expect(by(ofDemo, DEMO_EVENT_ID)).rejects.toMatchObject({ code: 'demo_door_stays' });
    }
    expect(await findEvent(getDb(), { eventId: event.id })).toMatchObject({ code: null });
  });

  test('no event is closed without a code, whatever writes the row', async () => {
    const { event } = await party();
    const close = getDb().update(events).set({ door: 'code' }).where(eq(events.id, event.id));
    await expect(close).rejects.toMatchObject({
      cause: { message: expect.stringContaining('events_door_check') as string },
    });
  });
});
