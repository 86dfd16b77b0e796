import { z } from 'zod';

// What the endpoints promise (docs/rules.md), read strictly enough that a missing or renamed field
// is noticed.

const id = z.number().int();
const text = z.string().min(1);
const instant = z.iso.datetime();

export const eventShape = z.object({
  id: id,
  name: text,
  description: text,
  imageUrl: z.string().nullable(),
  startDate: text,
  endDate: text,
  organizerId: id.nullable(),
  maxUsers: z.number().int().min(1),
  votingEnabled: z.boolean(),
  maxPhotosPerUser: z.number().int().min(1).max(5),
  plan: text,
  endedAt: instant.nullable(),
  guestsMayLook: z.boolean(),
});

export const userShape = z.object({
  id: id,
  username: z.string(),
  email: z.string(),
  name: text,
  eventId: id,
  isOrganizer: z.boolean(),
  isVisitor: z.boolean(),
  selfieUrl: z.string().nullable(),
});

export const createdEventShape = z.object({ event: eventShape, user: userShape });

/**
 * Loose, so that what must not be there can be looked for (rule `access.email`: no e-mail
 * addresses).
 */
export const membersShape = z.array(
  z.looseObject({
    id: id,
    name: text,
    username: z.string(),
    selfieUrl: z.string().nullable(),
    isOrganizer: z.boolean(),
  }),
);

export const photoShape = z.object({
  id: id,
  imageUrl: z.string().regex(/^\/media\/\d+\/[\w-]{22}\.webp$/),
  userId: id,
  eventId: id,
  position: z.number().int().min(1).max(5),
  favoriteCount: z.number().int().min(0),
  createdAt: instant,
});

export const feedShape = z.array(
  photoShape.extend({ userName: text, userSelfie: z.string().nullable() }),
);

export const ownPhotosShape = z.array(
  z.object({ id: id, position: z.number().int(), imageUrl: text }),
);

export const favoritesShape = z.array(z.object({ id: id, eventId: id, imageUrl: text }));

export const topPhotosShape = z.array(
  z.object({
    id: id,
    favoriteCount: z.number().int().min(1),
    imageUrl: text,
    userName: text,
    userSelfie: z.string().nullable(),
  }),
);

export const successShape = z.object({ success: z.literal(true) });
export const adminShape = z.object({ isAdmin: z.literal(true) });
export const healthShape = z.object({ status: z.literal('ok') });
const messageShape = z.object({ message: z.string() });

export type FeedPhoto = z.infer<typeof feedShape>[number];
export type TopPhoto = z.infer<typeof topPhotosShape>[number];
export type Member = z.infer<typeof membersShape>[number];

/** The `message` of an error answer (rule `api.refusals`), or null when there is none. */
export function messageOf(body: unknown): string | null {
  const parsed = messageShape.safeParse(body);
  return parsed.success ? parsed.data.message : null;
}
