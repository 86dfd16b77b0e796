import { z } from 'zod';
import { addDays, parseDay, type Day } from '../day';
import type { ErrorCode } from '../errors';
import { DOORS } from './door';
import {
  DEFAULT_EVENT_DAYS,
  EVENT_NAME_MIN,
  EVENT_TEXTS,
  EVENT_TEXT_NAMES,
  NAME_MAX,
  NOTHING_CHOSEN,
  THANKS_MAX,
  PHOTOS_PER_USER,
  type EventTextName,
  type EventTextRule,
} from './rules';
import {
  anyText,
  email,
  instant,
  localTime,
  nameText,
  onOrOff,
  text,
  wholeNumber,
} from '../fields.schema';
import { latestEnd } from '../payment/plan';
import { cleanCaption, lettersOf } from '../photo/caption';
import { isWithin } from './party-date';
import { STANDINGS } from './standings';
import { NAME_MIN } from '../user/rules';
import { passwordField, usernameField } from '../user/schema';

/** More participants than this can only be a typo. */
const MAX_USERS_LIMIT = 1_000_000;

/** Event and organizer as typed. The model finds the event or says why not. */
export const eventNamesSchema = z.object({ event: anyText, organizerName: anyText });

/** The join form. */
export const joinFormSchema = z.object({
  event: text(EVENT_NAME_MIN, 'event_name_min').max(NAME_MAX, 'name_max'),
  organizerName: text(1, 'organizer_name_required').max(NAME_MAX, 'name_max'),
});

/**
 * The form that creates an event. All fields are present, but username and password may be empty. The event
 * must not be over already.
 * @param timeZone EVENT_TIME_ZONE, which turns an instant into a day
 * @param isSold whether more time can be bought here (rule `plans.length`)
 */
export function createEventFormSchema(timeZone: string, today: Day, isSold = false) {
  return z
    .object(createEventFields(timeZone))
    .refine(endsAfterStart, { message: 'end_before_start', path: ['endDate'] })
    .refine((event) => event.endDate >= today, { message: 'day_past', path: ['endDate'] })
    .refine((event) => !isSold || event.endDate <= latestEnd(event.startDate, null), {
      message: 'free_days_max',
      path: ['endDate'],
    })
    .refine((event) => isWithin(event.partyDate ?? event.startDate, event), {
      message: 'party_date_outside',
      path: ['partyDate'],
    });
}

/**
 * `POST /api/create-event`. Missing values get defaults (rule `event.defaults`). The event must not be over
 * already.
 */
export function createEventCallSchema(timeZone: string, today: Day) {
  const fields = createEventFields(timeZone);
  const endOf = ({ startDate = today, endDate }: { startDate?: Day; endDate?: Day }) =>
    endDate ?? addDays(startDate, DEFAULT_EVENT_DAYS);
  return z
    .object(
      {
        ...fields,
        description: fields.description.optional(),
        startDate: fields.startDate.optional(),
        endDate: fields.endDate.optional(),
      },
      { error: 'invalid_event_data' },
    )
    .refine((event) => endOf(event) >= today, { message: 'day_past', path: ['endDate'] });
}

/** `PATCH /api/events/{id}/max-users`. */
export const maxUsersSchema = z.object({
  maxUsers: wholeNumber('max_users_invalid').refine((value) => value <= MAX_USERS_LIMIT, {
    message: 'max_users_max',
  }),
});

/**
 * An event's last day, from the administrator's table or `PATCH …/dates`.
 * @param timeZone EVENT_TIME_ZONE, which turns an instant into a day
 */
export function endDateSchema(timeZone: string) {
  return z.object({
    endDate: z
      .string({ error: 'day_invalid' })
      .trim()
      .transform((value) => parseDay(value, timeZone))
      .refine((day): day is Day => day !== null, { message: 'day_invalid' }),
  });
}

/** A field for each text of an event. */
function textFields<Field>(field: (rule: EventTextRule) => Field): Record<EventTextName, Field> {
  const fields = EVENT_TEXT_NAMES.map((name) => [name, field(EVENT_TEXTS[name])]);
  return Object.fromEntries(fields) as Record<EventTextName, Field>;
}

/** An event's texts, from their form. */
export const eventTextsSchema = z.object(textFields(formText));

/** `PATCH …/description`. */
export const descriptionSchema = eventTextsSchema.pick({ description: true });

/**
 * The event's fields that its organizer edits together. An empty time of voting is none.
 * @param timeZone EVENT_TIME_ZONE, which turns an instant into a day
 */
export function eventEditSchema(timeZone: string) {
  const { name, startDate, endDate, partyDate } = createEventFields(timeZone);
  const time = localTime(timeZone)
    .optional()
    .transform((value) => value ?? null);
  return z
    .object({ name, startDate, endDate, partyDate, votingOpensAt: time, votingClosesAt: time })
    .refine(endsAfterStart, { message: 'end_before_start', path: ['endDate'] });
}

/** The event's name, which is typed to confirm the deletion (rule `event.delete`). */
export const eventDeleteSchema = z.object({ typed: anyText });

/** Photos per participant, from the dashboard or `PATCH …/max-photos`. */
export const maxPhotosSchema = z.object({
  maxPhotosPerUser: wholeNumber('photo_count_invalid').refine(
    (value) => value <= PHOTOS_PER_USER.max,
    { message: 'photo_count_invalid' },
  ),
});

/** Whether stars may be given. */
export const votingSchema = z.object({ votingEnabled: onOrOff });

/** Whether guests may look at the event after its end. */
export const guestsMayLookSchema = z.object({ guestsMayLook: onOrOff });

/** Whether members may take all photos home after the end. */
export const guestsMayDownloadSchema = z.object({ guestsMayDownload: onOrOff });

/** The organizer's line of thanks, cleaned like a caption; an empty one is none (rule `event.thanks`). */
const thanks = z
  .string({ error: 'text_max' })
  // An emoji of a family takes a dozen units, and accents can be stacked without end.
  .refine((value) => value.length <= 12 * THANKS_MAX, 'text_max')
  .transform(cleanCaption)
  .refine((value) => lettersOf(value ?? '').length <= THANKS_MAX, 'text_max');

/** The form for the line of thanks. */
export const thanksSchema = z.object({ thanks: thanks.default(null) });

/**
 * The form for the last day of late photos (rule `photos.late`); an empty one is none.
 * @param timeZone EVENT_TIME_ZONE, which turns an instant into a day
 */
export function photosUntilSchema(timeZone: string) {
  return z.object({ photosUntil: day(timeZone, 'day_invalid').nullable().default(null) });
}

/** Whether new photos wait for the organizer. */
export const approvalSchema = z.object({ approvalRequired: onOrOff });

const standings = z.enum(STANDINGS, { error: 'invalid_request' });

/** When guests see stars counted. */
export const standingsSchema = z.object({ standings });

/** `POST /api/events/{id}/reveal`: a time, null to cancel a set one, or nothing for now. */
export const revealSchema = z.object({ at: instant.nullable().optional() });

/**
 * The form that reveals the result. Only `later` has a time.
 * @param timeZone EVENT_TIME_ZONE, in which the time is given
 */
export function revealFormSchema(timeZone: string, intent: 'now' | 'later' | 'never') {
  return z.object({
    at: intent === 'later' ? localTime(timeZone) : z.undefined().catch(undefined),
  });
}

/**
 * `PATCH /api/events/{id}`: any of the settings and texts, at least one. Without a day of its own the party is on the
 * first day; without a time voting has no such limit.
 * @param timeZone EVENT_TIME_ZONE, which turns an instant into a day
 */
export function eventSettingsSchema(timeZone: string) {
  return z
    .object(
      {
        // Not `formText`, whose default would empty a text that was not given.
        ...textFields((rule) => writtenText(rule).optional()),
        guestsMayLook: onOrOff.optional(),
        guestsMayDownload: onOrOff.optional(),
        approvalRequired: onOrOff.optional(),
        partyDate: day(timeZone, 'day_invalid').nullable().optional(),
        votingOpensAt: instant.nullable().optional(),
        votingClosesAt: instant.nullable().optional(),
        standings: standings.optional(),
        photosUntil: day(timeZone, 'day_invalid').nullable().optional(),
        thanks: thanks.nullable().optional(),
      },
      { error: 'no_setting' },
    )
    .refine((settings) => Object.keys(settings).length > 0, { message: 'no_setting' });
}

/** How newcomers enter the event, from `POST …/renew-code` or the organizer's form. */
export const doorSchema = z.object({ door: z.enum(DOORS, { error: 'door_invalid' }) });

/** One value of an event from the administrator's table. The value's own schema checks it afterwards. */
export const eventCellSchema = z.object({
  intent: z.enum(['end', 'max']).catch('max'),
  eventId: anyText,
  value: anyText,
});

/** A text of an event. One that is not required may be empty. */
function writtenText({ max, required }: EventTextRule) {
  return (required ? text(1, required) : text(0, 'text_max')).max(max, 'text_max');
}

/** A text in a form, which leaves an empty one out. */
function formText(rule: EventTextRule): z.ZodType<string> {
  return rule.required ? writtenText(rule) : writtenText(rule).default('');
}

function createEventFields(timeZone: string) {
  return {
    name: nameText(EVENT_NAME_MIN, 'event_name_min').max(NAME_MAX, 'name_max'),
    organizerName: nameText(NAME_MIN, 'organizer_name_min').max(NAME_MAX, 'name_max'),
    organizerEmail: email('organizer_email_invalid'),
    organizerUsername: ifChosen(usernameField),
    organizerPassword: ifChosen(passwordField),
    ...textFields(formText),
    startDate: day(timeZone, 'start_date_required'),
    endDate: day(timeZone, 'end_date_required'),
    partyDate: day(timeZone, 'day_invalid')
      .nullish()
      .transform((value) => value ?? undefined),
  };
}

/** Empty and 'auto_generated' both mean that none was chosen (rule `fields.not-chosen`). */
function ifChosen<Schema extends z.ZodType>(field: Schema) {
  const isChosen = (value: unknown) =>
    typeof value !== 'string' || !['', NOTHING_CHOSEN].includes(value.trim());
  return z.preprocess((value) => (isChosen(value) ? value : undefined), field.optional());
}

/** A day, or an instant, which stands for the day it falls on, because clients of the API send instants. */
function day(timeZone: string, code: ErrorCode) {
  return z.string({ error: code }).transform((value, context) => {
    const parsed = parseDay(value.trim(), timeZone);
    if (parsed) return parsed;
    context.addIssue({ code: 'custom', message: code });
    return z.NEVER;
  });
}

function endsAfterStart(event: { startDate: string; endDate: string }): boolean {
  return event.endDate >= event.startDate;
}
