import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Conversation, MessagesView, PersonLine } from '~/components/account/account-views';
import type { Member } from '~/http/guards.server';
import { formatSaid, formatSaidShort } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { canWriteTo, EVERYONE } from '~/models/message';
import { countUnread, listCorrespondents, listMessages } from '~/models/message.server';
import { getMember, selfieUrl } from '~/models/user.server';

/** With whom a conversation is open, or everyone: an organizer's `?with=`, a participant's organizer. */
export function readWith(request: Request, { user, event }: Member): number | 'all' | null {
  if (!user.isOrganizer) return event.organizerId;
  const text = new URL(request.url).searchParams.get('with') ?? '';
  if (text === EVERYONE) return EVERYONE;
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/**
 * The messages screen (C§7). Nothing is marked as read by looking.
 * @throws DomainError what `getMember` throws, access_denied for who cannot be written to
 */
export async function loadMessages(
  args: LoaderFunctionArgs,
  member: Member,
): Promise<MessagesView> {
  const { db } = args.context.app;
  const withWhom = readWith(args.request, member);
  const [unread, people, open] = await Promise.all([
    countUnread(db, { userId: member.user.id }),
    member.user.isOrganizer ? loadPeople(args, member) : null,
    typeof withWhom === 'number' ? loadConversation(args, member, withWhom) : withWhom,
  ]);
  return { unread, people, open };
}

async function loadPeople(
  args: LoaderFunctionArgs,
  { user, event }: Member,
): Promise<PersonLine[]> {
  const { db, storage } = args.context.app;
  const { t, here } = await wording(args);
  const people = await listCorrespondents(db, { organizerId: user.id, eventId: event.id });
  return people.map(({ line, isSent, lastAt, ...person }) => ({
    id: person.id,
    name: person.name,
    selfieUrl: selfieUrl(person, storage),
    last:
      line !== null && lastAt !== null
        ? { line, isOwn: isSent === true, time: formatSaidShort(t, lastAt, here) }
        : null,
    unread: person.unread,
  }));
}

async function loadConversation(
  args: LoaderFunctionArgs,
  { user, event }: Member,
  withUserId: number,
): Promise<Conversation> {
  const { db, storage } = args.context.app;
  const eventId = event.id;
  const { t, here } = await wording(args);
  const person = await getMember(db, { userId: withUserId, eventId });
  if (!canWriteTo(user, person)) throw new DomainError('access_denied');
  const messages = await listMessages(db, { userId: user.id, eventId, withUserId });
  return {
    person: {
      id: person.id,
      name: person.name,
      selfieUrl: selfieUrl(person, storage),
      isOrganizer: person.isOrganizer,
    },
    messages: messages.map(({ id, fromUserId, fromName, message, createdAt, isRead }) => ({
      id,
      isOwn: fromUserId === user.id,
      name: fromName,
      text: message,
      time: formatSaid(t, createdAt, here),
      isRead,
    })),
  };
}

async function wording({ request, context: { app } }: LoaderFunctionArgs) {
  const [t, language] = await Promise.all([translator(request), languageOf(request)]);
  return { t, here: { now: app.now(), language, timeZone: app.env.EVENT_TIME_ZONE } };
}
