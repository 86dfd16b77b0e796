import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { messages, users } from '~db/schema';
import { memberOf } from '~/models/access';
import { deleteOwnAccount } from '~/models/user/remove.server';
import { listBroadcasts } from '~/models/message/broadcast.server';
import { markConversationRead, readConversation } from '~/models/message/conversation.server';
import { readCorrespondentPage } from '~/models/message/correspondents.server';
import { listDueNotices } from '~/models/message/due-notices.server';
import { mailboxOf } from '~/models/message/mailbox.server';
import { claimNotice } from '~/models/message/mail-notice.server';
import { listMessages, readUnread } from '~/models/message/read.server';
import { EVERYONE } from '~/models/message/rules';
import { markAllRead, markRead, sendMessage } from '~/models/message/write.server';
import { asking, createTestEvent, createTestUser, TODAY, unique } from '../factories';
import { withDatabases } from '../setup/databases';

// The organizers of an event share their messages (rule `messages.organizers`).
withDatabases('the organizers’ messages', (getDb) => {
  const now = new Date(`${TODAY}T12:00:00Z`);
  async function party() {
    const { event, organizer } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id);
    const [karim, lea] = [
      await createTestUser(getDb(), event.id, {
        ...{ name: `Karim ${unique()}`, email: `${unique()}@mail.example` },
        ...{ isOrganizer: true, coOrganizerSince: now, emailConfirmedAt: now },
      }),
      await createTestUser(getDb(), event.id, { isOrganizer: true, coOrganizerSince: now }),
    ];
    const unreadOf = async (id: number) => (await readUnread(getDb(), { userId: id })).count;
    const inboxOf = async (user: typeof karim, isUnread = false) =>
      (
        await listMessages(getDb(), {
          ...{ userId: await mailboxOf(getDb(), user), eventId: event.id, isUnread },
        })
      ).messages;
    return { event, organizer, guest, karim, lea, unreadOf, inboxOf };
  }
  type Member = Parameters<typeof memberOf>[0];
  const say = (from: Member, toUserId: number | 'all', message: string) =>
    sendMessage(getDb(), { actor: memberOf(from, TODAY), toUserId, message });

  test('a guest’s message reaches all of them, and is one message to the guest', async () => {
    const { organizer, guest, karim, lea, unreadOf, inboxOf } = await party();
    await say(guest, organizer.id, 'Where do we park?');
    for (const one of [organizer, karim, lea]) {
      expect(await unreadOf(one.id)).toBe(1);
      const all = await inboxOf(one);
      expect(all.map(({ message }) => message)).toEqual(['Where do we park?']);
    }
    expect(await inboxOf(guest)).toHaveLength(1);
    expect(await unreadOf(guest.id)).toBe(0);
  });

  test('a message to a co-organizer is one to the organizers', async () => {
    const { organizer, guest, karim, unreadOf } = await party();
    const { messages: sent } = await say(guest, karim.id, 'Hi Karim');
    expect(sent[0]).toMatchObject({ toUserId: organizer.id, fromUserId: guest.id });
    expect(await unreadOf(organizer.id)).toBe(1);
  });

  test('a message that one organizer reads is read for all organizers', async () => {
    const { organizer, guest, karim, lea, unreadOf } = await party();
    const { messages: sent } = await say(guest, organizer.id, 'One');
    const actor = memberOf(karim, TODAY);
    await markRead(getDb(), { messageId: sent[0]?.id ?? 0, actor });
    expect([await unreadOf(organizer.id), await unreadOf(lea.id)]).toEqual([0, 0]);
    const { messages: second } = await say(guest, organizer.id, 'Two');
    const upTo = second[0]?.id ?? 0;
    await markConversationRead(getDb(), { actor, withUserId: guest.id, upTo });
    expect(await unreadOf(organizer.id)).toBe(0);
    await say(guest, organizer.id, 'Three');
    await markAllRead(getDb(), { actor: memberOf(lea, TODAY) });
    expect(await unreadOf(organizer.id)).toBe(0);
  });

  test('a co-organizer cannot mark a guest’s messages, nor those of another event', async () => {
    const { organizer, guest, karim } = await party();
    const other = await party();
    const toGuest = (await say(organizer, guest.id, 'Hi')).messages[0]?.id ?? 0;
    const elsewhere = (await say(other.guest, other.organizer.id, 'Hi')).messages[0]?.id ?? 0;
    for (const messageId of [toGuest, elsewhere]) {
      const marking = markRead(getDb(), { messageId, actor: memberOf(karim, TODAY) });
      await expect(marking).rejects.toMatchObject({ code: 'access_denied' });
    }
  });

  test('a co-organizer’s answer bears their name, in the one conversation', async () => {
    const { event, organizer, guest, karim, lea } = await party();
    await say(guest, organizer.id, 'Where do we park?');
    const { messages: sent } = await say(karim, guest.id, 'Behind the barn');
    expect(sent[0]).toMatchObject({ fromUserId: karim.id, fromName: karim.name });
    const talkOf = async (userId: number, withUserId: number) =>
      (await readConversation(getDb(), { userId, eventId: event.id, withUserId })).messages.map(
        ({ fromName, message, isSent, mark }) => [fromName, message, isSent, mark],
      );
    expect(await talkOf(guest.id, organizer.id)).toEqual([
      [karim.name, 'Behind the barn', false, 'organizer'],
      [guest.name, 'Where do we park?', true, null],
    ]);
    expect(await talkOf(await mailboxOf(getDb(), lea), guest.id)).toEqual([
      [karim.name, 'Behind the barn', true, 'organizer'],
      [guest.name, 'Where do we park?', false, null],
    ]);
    const { people } = await readCorrespondentPage(getDb(), {
      ...{ organizerId: organizer.id, eventId: event.id },
    });
    expect(people).toMatchObject([{ id: guest.id, line: 'Behind the barn', isSent: true }]);
    expect(people).toHaveLength(1);
  });

  test('a message to all goes to the guests, and all organizers see it', async () => {
    const { organizer, guest, karim, unreadOf } = await party();
    const { count } = await say(karim, EVERYONE, 'Cake at ten');
    expect(count).toBe(1);
    expect(await unreadOf(guest.id)).toBe(1);
    expect(await unreadOf(organizer.id)).toBe(0);
    const { broadcasts } = await listBroadcasts(getDb(), { organizerId: organizer.id });
    expect(broadcasts.map(({ message }) => message)).toEqual(['Cake at ten']);
  });

  test('organizers do not write to one another', async () => {
    const { organizer, karim, lea } = await party();
    for (const [from, to] of [
      [organizer, karim],
      [karim, organizer],
      [karim, lea],
    ] as const) {
      await expect(say(from, to.id, 'Hi')).rejects.toMatchObject({ code: 'access_denied' });
    }
  });

  test('a mail goes to the co-organizers, too, until somebody has read the message', async () => {
    const { organizer, guest, karim } = await party();
    await say(guest, organizer.id, 'Where do we park?');
    const soon = { now: new Date(Date.now() + 5 * 60_000), today: TODAY };
    const dueOf = async (id: number) =>
      (await listDueNotices(getDb(), soon)).find(({ userId }) => userId === id);
    const due = await dueOf(karim.id);
    expect(due).toBeDefined();
    await markAllRead(getDb(), { actor: asking(organizer) });
    expect(await dueOf(karim.id)).toBeUndefined();
    await say(guest, organizer.id, 'Hello?');
    const again = await dueOf(karim.id);
    const notice = again && (await claimNotice(getDb(), again, soon));
    expect(notice).toMatchObject({ messageCount: 1, names: [guest.name] });
    expect(await dueOf(karim.id)).toBeUndefined();
  });

  test('the messages that a co-organizer wrote are deleted with their account', async () => {
    const { organizer, guest, karim, unreadOf } = await party();
    await say(karim, guest.id, 'From Karim');
    await say(organizer, guest.id, 'From the organizer');
    await deleteOwnAccount(getDb(), { actor: memberOf(karim, TODAY) });
    const left = await getDb().select().from(messages).where(eq(messages.toUserId, guest.id));
    expect(left.map(({ message }) => message)).toEqual(['From the organizer']);
    expect(await unreadOf(guest.id)).toBe(1);
    expect(await getDb().$count(users, eq(users.id, organizer.id))).toBe(1);
  });
});
