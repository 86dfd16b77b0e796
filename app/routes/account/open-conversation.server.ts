import { isAskedAhead } from '~/http/asked-ahead.server';
import type { RequestArgs } from '~/http/context';
import type { Member } from '~/http/guards.server';
import { assertCan, memberTarget } from '~/models/access';
import {
  markConversationRead,
  readConversation,
  type TalkMessage,
} from '~/models/message/conversation.server';
import { mailboxOf } from '~/models/message/mailbox.server';
import { findOrganizer } from '~/models/event/read.server';
import { readId } from '~/models/id';
import { EVERYONE, PLANNED, PLATFORM, type MessagePage } from '~/models/message/rules';
import { getMember, type UserRow } from '~/models/user/read.server';

type WithWhom = number | typeof EVERYONE | typeof PLANNED | typeof PLATFORM | null;

/**
 * The person whose conversation is open, everyone, or the planned messages: an organizer's `?with=`, or the
 * participant's organizer.
 */
export async function readCorrespondent(
  { request, context: { app } }: RequestArgs,
  { user, event }: Member,
): Promise<WithWhom> {
  if (!user.isOrganizer) {
    const organizer = await findOrganizer(app.db, { eventId: event.id });
    return organizer?.id ?? null;
  }
  const text = new URL(request.url).searchParams.get('with') ?? '';
  if (text === EVERYONE || text === PLANNED || text === PLATFORM) return text;
  return readId(text) ?? null;
}

/** The id before which older messages are requested; an invalid one requests the newest. */
export function readBefore(request: Request): number | undefined {
  return readId(new URL(request.url).searchParams.get('before'));
}

/** A conversation as it was when it was opened; its new messages are marked as read afterwards. */
export type Opened = MessagePage<TalkMessage> & {
  /** Null for the platform, which cannot be written to. */
  person: UserRow | null;
};

/**
 * Opens the conversation that a request's URL names: reads a page of it, then marks its received messages as
 * read (rule `messages.read`), unless the request is a prefetch. Null if none is open.
 * @throws DomainError what `getMember` throws, access_denied for a person who cannot be written to
 */
export async function openConversation(args: RequestArgs, member: Member): Promise<Opened | null> {
  const { db } = args.context.app;
  const { actor, user, event } = member;
  const withUserId = await readCorrespondent(args, member);
  if (withUserId === null || withUserId === EVERYONE || withUserId === PLANNED) return null;
  const isWithPlatform = !user.isOrganizer;
  const userId = await mailboxOf(db, user);
  const talk = { userId, eventId: event.id, withUserId, isWithPlatform };
  const [person, page] = await Promise.all([
    withUserId === PLATFORM ? null : getMember(db, { userId: withUserId, eventId: event.id }),
    readConversation(db, { ...talk, before: readBefore(args.request) }),
  ]);
  if (person) assertCan(actor, 'message.write', memberTarget(person));
  const newest = page.messages[0];
  if (newest && !isAskedAhead(args.request)) {
    await markConversationRead(db, { actor, withUserId, isWithPlatform, upTo: newest.id });
  }
  return { ...page, person };
}
