/** The maximum length of a message. */
export const MESSAGE_MAX = 2000;

/** Messages per page of a list or a conversation. */
export const MESSAGE_PAGE = 50;

/** The recipient value for every participant of the organizer's event. */
export const EVERYONE = 'all';

/** The recipients of a message to many: all participants, those without a photo, or those without a star. */
export const AUDIENCES = [EVERYONE, 'without_photo', 'without_star'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Who gets a message: one member, or many. */
export type Recipients = number | Audience;

/** The messages that an organizer has planned, in place of a conversation. */
export const PLANNED = 'planned';

/** The maximum number of planned messages of an event, with those that were not sent. */
export const PLANNED_MAX = 20;

/** How long after its time a planned message is still sent. Later it would only confuse its readers. */
export const LATE_MS = 6 * 60 * 60 * 1000;

/** Why a planned message was not sent (rule `messages.planned`). */
export const UNSENT_REASONS = ['ended', 'late', 'author', 'nobody'] as const;
export type UnsentReason = (typeof UNSENT_REASONS)[number];

/** The ready drafts of messages to everyone, in display order. */
export const DRAFTS = ['open', 'hour', 'voting', 'thanks'] as const;

/** The conversation with the platform. The platform writes to members, and they cannot reply. */
export const PLATFORM = 'platform';
/** The platform's name as a sender. */
export const PLATFORM_NAME = 'Snapodium';

/** The audiences as endpoints and forms write them. */
export const AUDIENCE_WORDS = ['all', 'without-photo', 'without-star'] as const;
export type AudienceWord = (typeof AUDIENCE_WORDS)[number];

const AUDIENCE_OF: Record<AudienceWord, Audience> = {
  all: EVERYONE,
  'without-photo': 'without_photo',
  'without-star': 'without_star',
};

export const audienceOf = (word: AudienceWord): Audience => AUDIENCE_OF[word];

export function audienceWord(audience: Audience): AudienceWord {
  return AUDIENCE_WORDS.find((word) => AUDIENCE_OF[word] === audience) ?? EVERYONE;
}

/** Senders whose messages show a badge that no name can imitate (rule `names.imitation`). */
export type Mark = 'organizer' | 'platform';

/** A page of a list of messages, newest first. */
export interface MessagePage<Message> {
  messages: Message[];
  /** Whether there are older messages. */
  hasEarlier: boolean;
}
