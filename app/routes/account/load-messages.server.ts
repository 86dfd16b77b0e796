import type { LoaderFunctionArgs } from '@remix-run/node';
import type {
  Conversation,
  MessagesView,
  MessageView,
  PeoplePage,
  PersonLine,
} from '~/components/account/account-views';
import type { RequestArgs } from '~/http/context';
import type { Member } from '~/http/guards.server';
import { formatSaid, formatSaidShort } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { readCorrespondentPage } from '~/models/correspondents.server';
import { readId } from '~/models/id';
import { countParticipants, findOrganizer } from '~/models/event.server';
import { assertCan } from '~/models/access';
import {
  EVERYONE,
  PLATFORM,
  PLATFORM_NAME,
  type MessagePage,
  type PublicMessage,
} from '~/models/message';
import {
  readUnread,
  listMessages,
  listPlatformMessages,
  summarizePlatformMessages,
} from '~/models/message.server';
import { getMember, selfieUrl } from '~/models/user.server';

type WithWhom = number | typeof EVERYONE | typeof PLATFORM | null;

/** With whom a conversation is open, or everyone: an organizer's `?with=`, a participant's organizer. */
export async function readWith(
  { request, context: { app } }: RequestArgs,
  { user, event }: Member,
): Promise<WithWhom> {
  if (!user.isOrganizer) {
    const organizer = await findOrganizer(app.db, { eventId: event.id });
    return organizer?.id ?? null;
  }
  const text = new URL(request.url).searchParams.get('with') ?? '';
  if (text === EVERYONE || text === PLATFORM) return text;
  return readId(text) ?? null;
}

/** The message whose earlier ones are asked for; what is no id asks for the newest. */
function readBefore(request: Request): number | undefined {
  return readId(new URL(request.url).searchParams.get('before'));
}

/**
 * The messages screen. Nothing is marked as read by looking.
 * @throws DomainError what `getMember` throws, access_denied for who cannot be written to
 */
export async function loadMessages(
  args: LoaderFunctionArgs,
  member: Member,
): Promise<MessagesView> {
  const { db } = args.context.app;
  const { user } = member;
  const withWhom = await readWith(args, member);
  const [unread, people, platform, open] = await Promise.all([
    readUnread(db, { userId: user.id }),
    user.isOrganizer ? loadPeople(args, member) : null,
    user.isOrganizer ? loadPlatformLine(args, member) : null,
    loadOpen(args, member, withWhom),
  ]);
  // Before the platform has written there is nothing to open.
  return {
    unread: unread.count,
    people,
    platform,
    open: withWhom === PLATFORM && !platform ? null : open,
  };
}

function loadOpen(
  args: LoaderFunctionArgs,
  member: Member,
  withWhom: WithWhom,
): Promise<Conversation> | typeof EVERYONE | null {
  if (withWhom === PLATFORM) return loadPlatformConversation(args, member);
  return typeof withWhom === 'number' ? loadConversation(args, member, withWhom) : withWhom;
}

async function loadPlatformLine(
  args: LoaderFunctionArgs,
  { user, event }: Member,
): Promise<PersonLine | null> {
  const { db } = args.context.app;
  const written = await summarizePlatformMessages(db, { userId: user.id, eventId: event.id });
  if (!written) return null;
  const { t, here } = await wording(args);
  const { line, lastAt, unread } = written;
  return {
    ...PLATFORM_PERSON,
    last: { line, isOwn: false, time: formatSaidShort(t, lastAt, here) },
    unread,
  };
}

const PLATFORM_PERSON = { id: PLATFORM, name: PLATFORM_NAME, selfieUrl: null } as const;

async function loadPlatformConversation(
  args: LoaderFunctionArgs,
  { user, event }: Member,
): Promise<Conversation> {
  const { db } = args.context.app;
  const before = readBefore(args.request);
  const page = await listPlatformMessages(db, { userId: user.id, eventId: event.id, before });
  return {
    person: { ...PLATFORM_PERSON, isOrganizer: false },
    ...(await pageView(args, page, user.id)),
    before: before ?? null,
  };
}

async function loadPeople(args: LoaderFunctionArgs, { user, event }: Member): Promise<PeoplePage> {
  const { db, storage } = args.context.app;
  const { t, here } = await wording(args);
  const [{ people, hasMore, page }, count] = await Promise.all([
    readCorrespondentPage(db, {
      organizerId: user.id,
      eventId: event.id,
      page: readPage(args.request),
    }),
    countParticipants(db, { eventId: event.id }),
  ]);
  const lines = people.map(({ line, isSent, lastAt, ...person }) => ({
    id: person.id,
    name: person.name,
    selfieUrl: selfieUrl(person, storage),
    last:
      line !== null && lastAt !== null
        ? { line, isOwn: isSent === true, time: formatSaidShort(t, lastAt, here) }
        : null,
    unread: person.unread,
  }));
  return { people: lines, count, page, hasMore };
}

/** Which page of the people is asked for; what is no number asks for the first. */
function readPage(request: Request): number {
  const text = new URL(request.url).searchParams.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

async function loadConversation(
  args: LoaderFunctionArgs,
  { actor, user, event }: Member,
  withUserId: number,
): Promise<Conversation> {
  const { db, storage } = args.context.app;
  const eventId = event.id;
  const before = readBefore(args.request);
  const person = await getMember(db, { userId: withUserId, eventId });
  assertCan(actor, 'message.write', { ...person, ownerId: person.id });
  const page = await listMessages(db, { userId: user.id, eventId, withUserId, before });
  return {
    person: {
      id: person.id,
      name: person.name,
      selfieUrl: selfieUrl(person, storage),
      isOrganizer: person.isOrganizer,
    },
    ...(await pageView(args, page, user.id)),
    before: before ?? null,
  };
}

async function pageView(
  args: LoaderFunctionArgs,
  { messages, hasEarlier }: MessagePage,
  userId: number,
): Promise<Pick<Conversation, 'messages' | 'hasEarlier'>> {
  const { t, here } = await wording(args);
  return {
    messages: messages.map((message) =>
      messageView(t, message, { here, isOwn: message.fromUserId === userId }),
    ),
    hasEarlier,
  };
}

type Wording = Awaited<ReturnType<typeof wording>>;

function messageView(
  t: Wording['t'],
  { id, fromName, message, createdAt, isRead }: PublicMessage,
  { here, isOwn }: { here: Wording['here']; isOwn: boolean },
): MessageView {
  const time = formatSaid(t, createdAt, here);
  return { id, isOwn, name: fromName, text: message, time, isRead };
}

async function wording({ request, context: { app } }: LoaderFunctionArgs) {
  const [t, language] = await Promise.all([translator(request), languageOf(request)]);
  return { t, here: { now: app.now(), language, timeZone: app.env.EVENT_TIME_ZONE } };
}
