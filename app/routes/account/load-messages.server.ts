import type { LoaderFunctionArgs } from '@remix-run/node';
import type {
  Conversation,
  EveryoneThread,
  MessagesView,
  MessageView,
  PeoplePage,
  PersonLine,
  Thread,
} from '~/components/account/account-views';
import { isReadOnly, type Member } from '~/http/guards.server';
import { formatSaidDay, formatSaidShort, formatTime } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { listBroadcasts, type Broadcast } from '~/models/message/broadcast.server';
import { summarizePlatformMessages, type TalkMessage } from '~/models/message/conversation.server';
import { readCorrespondentPage } from '~/models/message/correspondents.server';
import { mailboxOf } from '~/models/message/mailbox.server';
import { dayOf } from '~/models/day';
import { countParticipants } from '~/models/event/read.server';
import { EVERYONE, PLANNED, PLATFORM, PLATFORM_NAME } from '~/models/message/rules';
import { readUnread } from '~/models/message/read.server';
import { MANY_PEOPLE } from '~/models/user/members';
import { listInitials } from '~/models/user/members.server';
import { selfieUrl } from '~/models/user/read.server';
import { draftsFor, loadAudiences, loadPlanned, planningOf } from './load-planned.server';
import { readKeepingDownloads, type DownloadsOf } from './keeping-downloads.server';
import {
  openConversation,
  readBefore,
  readCorrespondent,
  type Opened,
} from './open-conversation.server';

/** The maximum length of a broadcast in the list of people. */
const LINE_LENGTH = 140;

/**
 * The messages screen, and the mark that its polls compare to find out whether anything has changed. The open
 * conversation counts as read, also in the numbers beside it (rule `messages.read`).
 * @throws DomainError what `openConversation` throws
 */
export async function loadMessages(
  args: LoaderFunctionArgs,
  member: Member,
): Promise<{ view: MessagesView; mark: string }> {
  const { db } = args.context.app;
  const { user } = member;
  const mailboxId = await mailboxOf(db, user);
  const opened = await openConversation(args, member);
  const [withWhom, unread, people, platform] = await Promise.all([
    readCorrespondent(args, member),
    readUnread(db, { userId: user.id }),
    user.isOrganizer ? loadPeople(args, member, mailboxId) : null,
    user.isOrganizer ? loadPlatformLine(args, member, mailboxId) : null,
  ]);
  const wording = await wordingOf(args);
  // There is no conversation before the platform has written.
  const isEmpty = withWhom === PLATFORM && !platform;
  const planned = user.isOrganizer ? await loadPlanned(args, member) : null;
  const open =
    withWhom === EVERYONE
      ? await loadEveryone(args, { ...member, mailboxId }, wording)
      : withWhom === PLANNED
        ? planned
        : opened && !isEmpty
          ? conversationView(args, wording, {
              ...{ opened, user },
              downloadsOf: await readKeepingDownloads(args, member),
            })
          : null;
  const view = {
    unread: unread.count,
    isReadOnly: isReadOnly(member),
    people,
    platform,
    open,
    plannedCounts: planned && {
      all: planned.planned.length,
      unsent: planned.planned.filter(({ unsent }) => unsent !== null).length,
    },
    planning: user.isOrganizer ? planningOf(args, member) : null,
  };
  return { view, mark: unread.mark };
}

const PLATFORM_PERSON = { id: PLATFORM, name: PLATFORM_NAME, selfieUrl: null } as const;

async function loadPlatformLine(
  args: LoaderFunctionArgs,
  { event }: Member,
  userId: number,
): Promise<PersonLine | null> {
  const { db } = args.context.app;
  const written = await summarizePlatformMessages(db, { userId, eventId: event.id });
  if (!written) return null;
  const { t, here } = await wordingOf(args);
  const { line, lastAt, unread } = written;
  return {
    ...PLATFORM_PERSON,
    last: { line, isOwn: false, time: formatSaidShort(t, lastAt, here) },
    unread,
  };
}

async function loadPeople(
  args: LoaderFunctionArgs,
  { event }: Member,
  organizerId: number,
): Promise<PeoplePage> {
  const { db, storage } = args.context.app;
  const { t, here } = await wordingOf(args);
  const { search, letter, ...asked } = readPeopleQuery(args.request);
  const [{ people, hasMore, page }, count, { broadcasts }, initials] = await Promise.all([
    readCorrespondentPage(db, {
      ...{ organizerId, eventId: event.id, search },
      ...{ initial: letter ?? undefined, page: asked.page },
    }),
    countParticipants(db, { eventId: event.id }),
    listBroadcasts(db, { organizerId, limit: 1 }),
    listInitials(db, { eventId: event.id }),
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
  const [newest] = broadcasts;
  const toAll = newest && {
    line: newest.message.slice(0, LINE_LENGTH),
    isOwn: true,
    time: formatSaidShort(t, newest.createdAt, here),
  };
  return {
    ...{ people: lines, count, toAll: toAll ?? null, page, hasMore, search, letter },
    initials: count > MANY_PEOPLE ? initials : [],
  };
}

/** Which people to list: by text, by first letter, and the page; invalid values ask for all from the first. */
function readPeopleQuery(request: Request): {
  search: string;
  letter: string | null;
  page: number;
} {
  const { searchParams } = new URL(request.url);
  const page = searchParams.get('page') ?? '';
  const letter = searchParams.get('letter') ?? '';
  return {
    search: searchParams.get('q')?.trim() ?? '',
    letter: /^[a-z]$/.test(letter) ? letter : null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

function conversationView(
  args: LoaderFunctionArgs,
  wording: Wording,
  { opened, user, downloadsOf }: { opened: Opened; user: Member['user']; downloadsOf: DownloadsOf },
): Conversation {
  const { person, messages, hasEarlier } = opened;
  const said = messages.map((message) => {
    const isOwn = message.isSent;
    // The people whom the reader expects on each side; another organizer's message shows that organizer's name.
    const expected = isOwn ? user.id : (person?.id ?? message.fromUserId);
    const author =
      message.fromUserId === expected || message.mark === 'platform' ? null : message.fromName;
    const downloads = downloadsOf(message.keepingWarning);
    const view = { ...messageView(message, isOwn, wording), author, downloads };
    return { createdAt: message.createdAt, view };
  });
  return {
    person: person
      ? {
          id: person.id,
          name: person.name,
          selfieUrl: selfieUrl(person, args.context.app.storage),
          isOrganizer: person.isOrganizer,
        }
      : { ...PLATFORM_PERSON, isOrganizer: false },
    ...threadOf(args, wording, { said, hasEarlier }),
  };
}

/** Only the sender sees the recipients of a message to many. */
function messageView(
  { id, fromName, message, createdAt, isRead, audience, mark }: TalkMessage,
  isOwn: boolean,
  { t, here }: Wording,
): MessageView {
  return {
    id,
    isOwn,
    name: fromName,
    author: null,
    mark: isOwn ? null : mark,
    text: message,
    downloads: [],
    time: formatTime(createdAt, here.language, here.timeZone),
    isRead: isOwn && isRead,
    isNew: !isOwn && !isRead,
    sentTo: isOwn && audience ? t(`account:messages.audience.${audience}`) : null,
    readBy: null,
  };
}

async function loadEveryone(
  args: LoaderFunctionArgs,
  { user, event, mailboxId }: Member & { mailboxId: number },
  wording: Wording,
): Promise<EveryoneThread> {
  const { db } = args.context.app;
  const before = readBefore(args.request);
  const [{ broadcasts, hasEarlier }, audiences] = await Promise.all([
    listBroadcasts(db, { organizerId: mailboxId, before }),
    loadAudiences(args, event),
  ]);
  const said = broadcasts.map((broadcast) => ({
    createdAt: broadcast.createdAt,
    view: broadcastView(broadcast, user.name, wording),
  }));
  return {
    person: null,
    audiences,
    ...draftsFor(args, wording.t, event),
    ...threadOf(args, wording, { said, hasEarlier }),
  };
}

function broadcastView(
  { id, message, createdAt, audience, count, read }: Broadcast,
  name: string,
  { t, here }: Wording,
): MessageView {
  return {
    id,
    isOwn: true,
    name,
    author: null,
    mark: null,
    text: message,
    downloads: [],
    time: formatTime(createdAt, here.language, here.timeZone),
    isRead: read > 0,
    isNew: false,
    sentTo: t(`account:messages.sent_${audience}`, { count }),
    readBy: t('account:messages.read_by', { read }),
  };
}

/** Turns a page of messages, newest first, into a thread, oldest first, grouped by day. */
function threadOf(
  args: LoaderFunctionArgs,
  { t, here }: Wording,
  { said, hasEarlier }: { said: { createdAt: Date; view: MessageView }[]; hasEarlier: boolean },
): Thread {
  const days: Thread['days'] = [];
  for (const { createdAt, view } of [...said].reverse()) {
    const key = dayOf(createdAt, here.timeZone);
    const last = days.at(-1);
    if (last?.key === key) last.messages.push(view);
    else days.push({ key, day: formatSaidDay(t, createdAt, here), messages: [view] });
  }
  const oldest = said.at(-1)?.view.id ?? null;
  return {
    days,
    before: readBefore(args.request) ?? null,
    earlier: hasEarlier ? oldest : null,
  };
}

type Wording = Awaited<ReturnType<typeof wordingOf>>;

async function wordingOf({ request, context: { app } }: LoaderFunctionArgs) {
  const [t, language] = await Promise.all([translator(request), languageOf(request)]);
  return { t, here: { now: app.now(), language, timeZone: app.env.EVENT_TIME_ZONE } };
}
