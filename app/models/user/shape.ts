import { z } from 'zod';
import { count, id, imageUrl, instant } from '../fields.shape';

/** The user's own record, e-mail included, as the login, register and user endpoints return it. */
export const userShape = z
  .object({
    id: z.int().describe('A visitor has -1.'),
    username: z.string(),
    email: z.string(),
    name: z.string(),
    eventId: id,
    isOrganizer: z.boolean(),
    isVisitor: z.boolean(),
    selfieUrl: imageUrl.nullable(),
    tableId: id.nullable().describe('The table they sit at; null for none.'),
  })
  .meta({ id: 'User' });
export type UserRecord = z.infer<typeof userShape>;

/** The user's own record after the selfie is removed. */
export const selfieRemovedShape = userShape
  .extend({ success: z.literal(true) })
  .meta({ id: undefined });

/** A member of an event as the other members see them. */
export const memberShape = z
  .object({
    id,
    name: z.string(),
    username: z.string(),
    selfieUrl: imageUrl.nullable(),
    isOrganizer: z.boolean(),
  })
  .meta({ id: 'Member' });
export type PublicMember = z.infer<typeof memberShape>;

/** A member, and whether their photos need no approval. */
export const trustShape = memberShape.extend({ trusted: z.boolean() }).meta({ id: undefined });

/** Somebody whom the organizer has banned. */
export const bannedShape = z.object({ id, name: z.string(), createdAt: instant });

/** What adding a guest list did. */
export const guestListShape = z.object({
  added: count,
  known: count,
  errors: z.array(z.object({ line: count, message: z.string() })),
});

/** A passed check of the administrator's credentials. */
export const adminCheckShape = z.object({ isAdmin: z.literal(true), message: z.string() });
