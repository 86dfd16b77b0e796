import { z } from 'zod';
import { count, day, id, imageUrl, instant, instantText } from '../fields.shape';
import { userShape } from '../user/shape';
import { DOORS } from './door';
import { EVENT_TEXT_NAMES, PLANS, type EventTextName } from './rules';
import { STANDINGS } from './standings';

const texts = Object.fromEntries(EVENT_TEXT_NAMES.map((name) => [name, z.string()])) as Record<
  EventTextName,
  z.ZodString
>;

/** An event as endpoints and screens see it. Days are calendar days. */
export const eventShape = z
  .object({
    id,
    name: z.string(),
    ...texts,
    imageUrl: imageUrl.nullable(),
    startDate: day,
    endDate: day,
    organizerId: id.nullable(),
    maxUsers: count,
    votingEnabled: z.boolean(),
    maxPhotosPerUser: count,
    plan: z.enum(PLANS),
    partyDate: day.describe('The day of the party.'),
    endedAt: instantText.nullable().describe('When it was ended by hand.'),
    standings: z.enum(STANDINGS).describe('When guests see stars counted.'),
    votingOpensAt: instantText.nullable().describe('From when stars count; null for no limit.'),
    votingClosesAt: instantText.nullable().describe('Until when stars count; null for no limit.'),
    revealedAt: instantText.nullable().describe('When the result is, or was, revealed.'),
    approvalRequired: z.boolean().describe('Whether new photos wait for the organizer.'),
    guestsMayLook: z.boolean().describe('Whether guests may look at the event after its end.'),
    guestsMayDownload: z
      .boolean()
      .describe('Whether members may take all photos home after the end.'),
    photosUntil: day.nullable().describe('The last day of late photos; null for none.'),
    thanks: z
      .string()
      .nullable()
      .describe('A line of thanks that members read after the end; null without one.'),
  })
  .meta({ id: 'Event' });
export type PublicEvent = z.infer<typeof eventShape>;

/** A new event and its organizer. */
export const newEventShape = z.object({ event: eventShape, user: userShape });

/** An event in the administrator's list. */
export const adminEventShape = eventShape
  .extend({
    participantCount: count,
    organizer: z.object({ id, name: z.string(), email: z.string() }).nullable(),
  })
  .meta({ id: 'AdminEvent' });

/** The new door of an event, and the link that opens it. */
export const doorShape = z.object({ door: z.enum(DOORS), url: z.url() });

/** A co-organizer, as the organizers see them. */
export const coOrganizerShape = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    since: instant.describe('When they became one.'),
  })
  .meta({ id: 'CoOrganizer' });
export type CoOrganizer = z.infer<typeof coOrganizerShape>;

/** A link that makes the person who uses it a co-organizer. */
export const coOrganizerLinkShape = z.object({ url: z.url(), expiresAt: instant });

const podiumPlace = z.union([z.literal(1), z.literal(2), z.literal(3)]);

const revealedPhoto = z.object({
  id,
  userName: z.string(),
  caption: z.string().nullable(),
  imageUrl,
  width: count,
  height: count,
  stars: count,
  isYours: z.boolean().describe('Whether it belongs to the reader.'),
  isStarred: z.boolean().describe('Whether one of its stars is the reader’s.'),
});
/** A photo on the podium, as its step shows it. */
export type RevealedPhoto = z.infer<typeof revealedPhoto>;

/** The reveal as `GET /api/events/{id}/reveal` answers it. Times are milliseconds since 1970. */
export const revealShape = z
  .object({
    now: count.describe('The server’s time.'),
    startsAt: count,
    endsAt: count.describe('When the whole result is open to everybody.'),
    steps: z
      .array(z.object({ place: podiumPlace, at: count }))
      .describe('All steps, counted from `startsAt`.'),
    places: z
      .array(z.object({ place: podiumPlace, photos: z.array(revealedPhoto) }))
      .describe('The places that may be known now. Photos that share one come together.'),
  })
  .meta({ id: 'Reveal' });
export type RevealShow = z.infer<typeof revealShape>;
