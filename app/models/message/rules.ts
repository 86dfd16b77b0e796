/** The maximum length of a message. */
export const MESSAGE_MAX = 2000;

/** Messages per page of a list or a conversation. */
export const MESSAGE_PAGE = 50;

/** The recipient value for every participant of the organizer's event. */
export const EVERYONE = 'all';

/** The conversation with the platform. The platform writes to members, and they cannot reply. */
export const PLATFORM = 'platform';
/** The platform's name as a sender. */
export const PLATFORM_NAME = 'Snapodium';

/** The recipients of a message to many: all participants, or those without a photo. */
export type Audience = 'all' | 'without_photo';

/** A message as the endpoints return it. */
export interface PublicMessage {
  id: number;
  fromUserId: number;
  toUserId: number;
  message: string;
  /** Whether its recipient has read it. */
  isRead: boolean;
  createdAt: Date;
  eventId: number;
  fromName: string;
  toName: string;
}

/** Senders whose messages show a badge that no name can imitate (rule `names.imitation`). */
export type Mark = 'organizer' | 'platform';

/** A message on a conversation's screen; `audience` is null for a message to one person. */
export type TalkMessage = PublicMessage & {
  /** Whether the reader's side sent it: themselves, or for an organizer any of the organizers. */
  isSent: boolean;
  audience: Audience | null;
  mark: Mark | null;
};

/** A page of a list of messages, newest first. */
export interface MessagePage<Message = PublicMessage> {
  messages: Message[];
  /** Whether there are older messages. */
  hasEarlier: boolean;
}
