import { z } from 'zod';
import { parseDay } from './day';
import { DESCRIPTION_MAX, EVENT_NAME_MIN, NAME_MAX, NOTHING_CHOSEN } from './event';
import { anyText, email, text } from './fields.schema';
import { NAME_MIN } from './user';
import { passwordField, usernameField } from './user.schema';

/** Event and organizer as a person types them; the model finds the event or says why not. */
export const eventNamesSchema = z.object({ event: anyText, organizerName: anyText });

/** The join form (§5). */
export const joinFormSchema = z.object({
  event: text(EVENT_NAME_MIN, 'event_name_min').max(NAME_MAX, 'name_max'),
  organizerName: text(1, 'organizer_name_required').max(NAME_MAX, 'name_max'),
});

/** Empty and 'auto_generated' both say that none was chosen (§5). */
const chosen = <Schema extends z.ZodType>(field: Schema) =>
  z.preprocess(
    (value) =>
      typeof value === 'string' && ['', NOTHING_CHOSEN].includes(value.trim()) ? undefined : value,
    field.optional(),
  );

/** A day, or an instant, which counts as the day it falls on in `timeZone` (§7 sends instants). */
const day = (timeZone: string, code: 'start_date_required' | 'end_date_required') =>
  z.string({ error: code }).transform((value, context) => {
    const parsed = parseDay(value.trim(), timeZone);
    if (parsed) return parsed;
    context.addIssue({ code: 'custom', message: code });
    return z.NEVER;
  });

/** The create-event form (§5): every field is there, the optional ones may be empty. */
export function createEventFormSchema(timeZone: string) {
  return z
    .object(
      {
        name: text(EVENT_NAME_MIN, 'event_name_min').max(NAME_MAX, 'name_max'),
        organizerName: text(NAME_MIN, 'organizer_name_min').max(NAME_MAX, 'name_max'),
        organizerEmail: email('organizer_email_invalid'),
        organizerUsername: chosen(usernameField),
        organizerPassword: chosen(passwordField),
        description: text(1, 'description_required').max(DESCRIPTION_MAX, 'description_max'),
        startDate: day(timeZone, 'start_date_required'),
        endDate: day(timeZone, 'end_date_required'),
      },
      { error: 'invalid_event_data' },
    )
    .refine((event) => event.endDate >= event.startDate, {
      message: 'end_before_start',
      path: ['endDate'],
    });
}

/** `PATCH /api/events/{id}/max-users` (§5). */
export const maxUsersSchema = z.object({
  maxUsers: z.coerce
    .number({ error: 'max_users_invalid' })
    .int('max_users_invalid')
    .min(1, 'max_users_invalid')
    .max(1_000_000, 'max_users_invalid'),
});
