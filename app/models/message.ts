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

/** Some of a list of messages, newest first. */
export interface MessagePage {
  messages: PublicMessage[];
  /** Whether there are older ones than these. */
  hasEarlier: boolean;
}
