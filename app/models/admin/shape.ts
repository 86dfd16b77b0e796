import { z } from 'zod';
import { count, id } from '../fields.shape';

/** A user as the administrator sees them. */
export const adminUserShape = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    username: z.string(),
    isOrganizer: z.boolean(),
    event: z.object({ id, name: z.string() }),
    photoCount: count,
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof adminUserShape>;
