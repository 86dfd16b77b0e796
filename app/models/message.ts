/** Characters of a message, at most. */
export const MESSAGE_MAX = 2000;

/** Messages of a list or a conversation that are answered at a time. */
export const MESSAGE_PAGE = 50;

/** The recipient that stands for every participant of the organizer's event. */
export const EVERYONE = 'all';

/** The conversation with the platform itself: it writes to organizers, and nobody writes to it. */
export const PLATFORM = 'platform';
/** What stands for its name. */
export const PLATFORM_NAME = 'Snapodium';

/** Whom a message to many went to: to all participants, or to those without a photo. */
export type Audience = 'all' | 'without_photo';

/** A message as the endpoints answer it. */
export interface PublicMessage {
  id: number;
  fromUserId: number;
  toUserId: number;
  message: string;
  /** By its recipient. */
  isRead: boolean;
  createdAt: Date;
  eventId: number;
  fromName: string;
  toName: string;
}

/** Whose message bears a mark that no name can imitate (rule `names.imitation`). */
export type Mark = 'organizer' | 'platform';

/** The same for a conversation's screen; `audience` is null for what was written to one person. */
export type TalkMessage = PublicMessage & { audience: Audience | null; mark: Mark | null };

/** Some of a list of messages, newest first. */
export interface MessagePage<Message = PublicMessage> {
  messages: Message[];
  /** Whether there are older ones than these. */
  hasEarlier: boolean;
}
