import { z } from 'zod';
import type { ErrorCode } from '../errors';
import { EVENT_NAME_MIN, NAME_MAX } from '../event/rules';
import { anyText, email, nameText, onOrOff, text, wholeNumber } from '../fields.schema';
import { CODE_MAX, OFFERED_MAX } from '../session/second-factor';
import {
  ADMIN_USERNAME_MAX,
  EVENT_FATES,
  NAME_MIN,
  PASSWORD_MAX,
  PASSWORD_MIN,
  USERNAME,
} from './rules';

/** A participant's name and e-mail. */
export const personSchema = z.object({
  name: nameText(NAME_MIN, 'name_min').max(NAME_MAX, 'name_max'),
  email: email('email_invalid'),
});

/**
 * The same for a returning member, who may have registered before invisible characters were refused. The name
 * is only compared, so they can still sign in.
 */
export const knownPersonSchema = personSchema.extend({
  name: text(NAME_MIN, 'name_min').max(NAME_MAX, 'name_max'),
});

/** Whether a member's first name may appear on shared pictures (rule `share.names`). */
export const namingSchema = z.object({ named: onOrOff });

/** Whether a member gets the mail on the morning after. */
export const mailConsentSchema = z.object({ mailConsent: onOrOff });

/** Whether a participant's photos need no approval (rule `approval.trust`). */
export const trustSchema = z.object({ trusted: onOrOff });

/** `DELETE /api/users/{id}`. With 1 the person is banned, too. */
export const removalQuery = z.object({ keepOut: z.string().optional() });

/** An app code or a recovery code of the second factor (rule `second-factor.sign-in`). */
const code = z.string().trim().max(CODE_MAX, 'second_factor_wrong').optional();

/** The Login/Register dialog. The password is for organizers (rule `sign-in.organizer`). */
export const loginFormSchema = personSchema.extend({
  consent: z.literal('on', { error: 'consent_required' }),
  password: z.string().trim().max(PASSWORD_MAX, 'password_max').optional(),
  code,
});

/** A member who signs in again, with an organizer's password. */
export const memberFormSchema = knownPersonSchema.extend({
  password: z.string().trim().max(PASSWORD_MAX, 'password_max').optional(),
});

export const usernameField = nameText(USERNAME.min, 'username_min').max(
  USERNAME.max,
  'username_max',
);
export const passwordField = text(PASSWORD_MIN, 'password_min').max(PASSWORD_MAX, 'password_max');

/** A text that is empty or long enough for a name. The model reports an empty one with its own code. */
function noneOr(min: number, code: ErrorCode) {
  return anyText.refine((value) => value === '' || value.length >= min, code);
}

/**
 * `POST /api/login`. Deliberately lenient: the join form sends an empty name and e-mail, and an ended event
 * is reported before they are checked. The model checks them.
 */
export const loginCallSchema = z.object({
  name: anyText,
  email: anyText,
  event: noneOr(EVENT_NAME_MIN, 'event_name_min'),
  organizerName: noneOr(NAME_MIN, 'organizer_name_min'),
  password: z.string().trim().max(PASSWORD_MAX, 'password_max').optional(),
  code,
});

/**
 * `POST /api/register`. The password is validated and then ignored: participants sign in without one (rule
 * `sign-in.participant`).
 */
export const registerCallSchema = z.preprocess(
  refuseNothing,
  personSchema.extend({
    event: anyText,
    organizerName: anyText,
    username: usernameField.optional(),
    password: passwordField.optional(),
  }),
);

/** Reports an empty form as one error instead of the first of three. */
function refuseNothing(body: unknown, context: z.RefinementCtx): unknown {
  const { name, email, event } = Object(body) as Record<string, unknown>;
  const isEmpty = (value: unknown) => value === undefined || String(value).trim() === '';
  if (![name, email, event].every(isEmpty)) return body;
  context.addIssue({ code: 'custom', message: 'all_fields_required' });
  return z.NEVER;
}

/** `POST /api/verify-admin`. Both are required and trimmed. */
export const adminCheckSchema = z.object({
  username: text(1, 'admin_authentication_failed'),
  password: text(1, 'admin_authentication_failed'),
  code,
});

/** The code that a user with a second factor sends along with a private link. */
export const codeFormSchema = z.object({ code });

/** The current password, required before a credential changes. */
const currentPassword = z.string().trim().max(PASSWORD_MAX, 'password_max').optional();

/** The user's own name and e-mail in the settings. */
export const detailsFormSchema = personSchema.extend({ currentPassword });

/** The button that renews an organizer's private return link. */
export const linkFormSchema = z.object({ currentPassword });

/** Revokes a password in doubt, with the private link if the session has not proved enough. */
export const takeBackFormSchema = z.object({ link: z.string().max(500).optional() });

/** The switch for mails about news. */
export const mailsFormSchema = z.object({
  mails: z
    .enum(['true', 'false'], { error: 'invalid_request' })
    .transform((word) => word === 'true'),
});

/** Turning the second factor on and off. */
export const secondFactorFormSchema = z.object({
  currentPassword,
  code,
  offered: z.string().max(OFFERED_MAX, 'invalid_request').optional(),
});

/** The session that the user ends. */
export const sessionFormSchema = z.object({
  session: z.string().regex(/^[0-9a-f]{64}$/, { error: 'invalid_request' }),
});

/** An organizer's new password, with the current one if there is one. */
export const passwordFormSchema = z.object({ currentPassword, password: passwordField });

const newPassword = z
  .string()
  .trim()
  .max(PASSWORD_MAX, 'password_max')
  .refine((value) => value === '' || value.length >= PASSWORD_MIN, 'password_min')
  .default('');

/** `PATCH /api/admin/credentials`. An empty password means no change. */
export const adminCredentialsSchema = z.object({
  username: nameText(1, 'admin_username_required').max(
    ADMIN_USERNAME_MAX,
    'admin_username_required',
  ),
  password: newPassword,
});

/** The form 'Update Admin Credentials': the same, with the password twice. */
export const adminCredentialsFormSchema = adminCredentialsSchema
  .extend({ passwordConfirmation: z.string().trim().default('') })
  .refine((values) => values.password === values.passwordConfirmation, {
    path: ['passwordConfirmation'],
    message: 'passwords_differ',
  });

/** The participant who becomes the organizer. */
export const organizerChoiceSchema = z.object({ successorId: wholeNumber('successor_required') });

/**
 * The administrator's confirmation before a user is deleted. For an organizer it must say what happens to the
 * event: who takes it over, or, to delete it, its name, which the action compares.
 */
export const userDeletionSchema = z
  .object({
    fate: z.enum(EVENT_FATES, { error: 'event_fate_required' }).optional(),
    successorId: wholeNumber('successor_required').optional(),
    typed: anyText,
  })
  .refine(({ fate, successorId }) => fate !== 'stays' || successorId !== undefined, {
    path: ['successorId'],
    message: 'successor_required',
  })
  // Without a choice, a successor would be passed over, and the event would be lost.
  .refine(({ fate, successorId }) => fate !== undefined || successorId === undefined, {
    path: ['fate'],
    message: 'event_fate_required',
  });
