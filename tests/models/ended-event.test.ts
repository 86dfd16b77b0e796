import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { events } from '~db/schema';
import { removalNotice } from '~/i18n/platform-texts.server';
import type { Person } from '~/models/access';
import { markConversationRead } from '~/models/message/conversation.server';
import { setMailWish } from '~/models/message/mail-wish.server';
import { addDays } from '~/models/day';
import { setEventImage } from '~/models/event/image.server';
import { changeCaption } from '~/models/photo/caption.server';
import { addFavorite, moveFavorite, removeFavorite } from '~/models/photo/star.server';
import { markAllRead, markRead, sendMessage } from '~/models/message/write.server';
import { readUnread } from '~/models/message/read.server';
import { addPhoto, deletePhoto } from '~/models/photo/write.server';
import { reportPhoto } from '~/models/report/write.server';
import { changeDetails, removeSelfie, setSelfie } from '~/models/user/write.server';
import { deleteOwnAccount } from '~/models/user/remove.server';
import { asking, createTestEvent, createTestPhoto, createTestUser, TODAY } from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeImages, createFakeStorage } from '../setup/fakes';

withDatabases('an ended event', (getDb) => {
  async function scene() {
    const { event, organizer } = await createTestEvent(getDb());
    const [guest, other] = [
      await createTestUser(getDb(), event.id),
      await createTestUser(getDb(), event.id),
    ];
    const own = {
      guest: await createTestPhoto(getDb(), guest),
      organizer: await createTestPhoto(getDb(), organizer),
    };
    const [first, second] = [
      await createTestPhoto(getDb(), other),
      await createTestPhoto(getDb(), other, { position: 2 }),
    ];
    const sent = await sendMessage(getDb(), {
      actor: asking(organizer),
      toUserId: guest.id,
      message: 'Welcome',
    });
    const reply = await sendMessage(getDb(), {
      actor: asking(guest),
      toUserId: organizer.id,
      message: 'Thank you',
    });
    await addFavorite(getDb(), { photoId: first.id, actor: asking(guest) });
    await addFavorite(getDb(), { photoId: first.id, actor: asking(organizer) });
    await getDb()
      .update(events)
      .set({ endDate: addDays(TODAY, -1) })
      .where(eq(events.id, event.id));
    return { event, organizer, guest, own, first, second, sent, reply };
  }

  const file = { path: '/nowhere' };
  let party: Awaited<ReturnType<typeof scene>>;
  let deps: Parameters<typeof addPhoto>[0];
  beforeAll(async () => {
    // The first user is the administrator, whose name cannot change.
    await createTestEvent(getDb());
    party = await scene();
    deps = { db: getDb(), storage: createFakeStorage(), images: createFakeImages() };
  });

  type Write = (who: { actor: Person; isGuest: boolean }) => Promise<unknown>;
  const me = (isGuest: boolean) => (isGuest ? party.guest : party.organizer);

  /** Refused to guests and the organizer alike: adding and starring. */
  const closed: Record<string, Write> = {
    'adds a photo': ({ actor, isGuest }) => {
      const place = { userId: me(isGuest).id, eventId: party.event.id, position: 2 };
      return addPhoto(deps, { actor, ...place, file });
    },
    'writes a caption': ({ actor, isGuest }) => {
      const photoId = party.own[isGuest ? 'guest' : 'organizer'].id;
      return changeCaption(getDb(), { photoId, actor, caption: 'Just married' });
    },
    'gives a star': ({ actor }) => addFavorite(getDb(), { photoId: party.second.id, actor }),
    'takes a star back': ({ actor }) => removeFavorite(getDb(), { photoId: party.first.id, actor }),
    'moves a star': ({ actor }) =>
      moveFavorite(getDb(), { fromId: party.first.id, photoId: party.second.id, actor }),
    'sets a selfie': ({ actor, isGuest }) => setSelfie(deps, { actor, user: me(isGuest), file }),
  };
  /** Refused to guests only. */
  const guests: Record<string, Write> = {
    'takes a selfie away': ({ actor, isGuest }) =>
      removeSelfie({ db: getDb() }, { actor, user: me(isGuest) }),
    'deletes a photo': ({ actor, isGuest }) =>
      deletePhoto(
        { db: getDb(), removalWords: removalNotice },
        { photoId: party.own[isGuest ? 'guest' : 'organizer'].id, actor },
      ),
    'reports a photo': ({ actor }) =>
      reportPhoto(getDb(), { photoId: party.first.id, actor, reason: null }),
    'sends a message': ({ actor, isGuest }) =>
      sendMessage(getDb(), { actor, toUserId: me(!isGuest).id, message: 'Good night' }),
    'marks a message as read': ({ actor, isGuest }) => {
      const messageId = (isGuest ? party.sent : party.reply).messages[0]?.id ?? 0;
      return markRead(getDb(), { actor, messageId });
    },
    'marks all as read': ({ actor }) => markAllRead(getDb(), { actor }),
    'asks for mails about news': ({ actor }) => setMailWish(getDb(), { actor, isWanted: true }),
    'changes name and e-mail': ({ actor, isGuest }) =>
      changeDetails(getDb(), { actor, name: `New ${actor.role}`, email: me(isGuest).email }),
  };
  const refused = { code: 'event_closed' };

  describe('refuses a guest who', () => {
    test.each(Object.entries({ ...closed, ...guests }))('%s', async (_name, write) => {
      const asked = write({ actor: asking(party.guest), isGuest: true });
      await expect(asked).rejects.toMatchObject(refused);
    });

    test('lets a guest delete their own account', async () => {
      const asked = deleteOwnAccount(getDb(), { actor: asking(party.guest) });
      await expect(asked).rejects.toMatchObject(refused);
    });
  });

  test('marks a conversation as read when a guest opens it', async () => {
    const { guest, organizer } = party;
    const talk = { withUserId: organizer.id, isWithPlatform: false, upTo: 9_000_000_000 };
    await markConversationRead(getDb(), { actor: asking(guest), ...talk });
    expect(await readUnread(getDb(), { userId: guest.id })).toMatchObject({ count: 0 });
  });

  describe('refuses an organizer who', () => {
    test.each(Object.entries(closed))('%s', async (_name, write) => {
      const asked = write({ actor: asking(party.organizer), isGuest: false });
      await expect(asked).rejects.toMatchObject(refused);
    });

    test('refuses an organizer who sets its image', async () => {
      const { organizer, event } = party;
      const image = { actor: asking(organizer), eventId: event.id, file };
      await expect(setEventImage(deps, image)).rejects.toMatchObject(refused);
    });
  });

  describe('lets an organizer', () => {
    test.each(Object.entries(guests))('do this: %s', async (_name, write) => {
      const { code } = await write({ actor: asking(party.organizer), isGuest: false }).then(
        () => ({ code: null }),
        (error: { code: string }) => error,
      );
      expect(code).toBeNull();
    });
  });
});
