import type { ActionFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { dataOutcome, outcome, wantsAnswer } from '~/http/outcome.server';
import type { Toast } from '~/http/session-data';
import type { Person } from '~/models/access';
import type { DomainError } from '~/models/errors';
import { setEventSettings } from '~/models/event/write.server';
import { parseValues } from '~/models/fields.schema';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';

type Db = ActionFunctionArgs['context']['app']['db'];

interface Setting<Schema extends z.ZodType> {
  schema: Schema;
  /** The page with the setting, which may be another one once the event has ended. */
  next: (isExpired: boolean) => string;
  save: (db: Db, values: { actor: Person; eventId: number } & z.infer<Schema>) => Promise<unknown>;
  /** The notice for a form without scripts. */
  saved: (values: z.infer<Schema>) => Toast;
  failed: Pick<Toast, 'title' | 'text'>;
}

/** The page with a setting that is also on the wrap-up: the wrap-up once the event has ended, otherwise the rules. */
export const rulesOrWrap = (isExpired: boolean) =>
  isExpired ? paths.home('profile') : organizerPaths.eventRules();

/**
 * Changes one of the event's settings, for the organizer only: data for a script; for a form, a redirect
 * to its page with a notice. `failed.text` may use `{{reason}}`.
 */
export async function changeSetting<Schema extends z.ZodType>(
  args: ActionFunctionArgs,
  { schema, next, save, saved, failed }: Setting<Schema>,
) {
  const { actor, event, isExpired } = await requireOrganizer(args);
  const form = await readForm(args);
  const says = { next: next(isExpired), done: saved, refused: failed };
  const change = async () => {
    const values = parseValues(schema, Object.fromEntries(form));
    await save(args.context.app.db, Object.assign({}, values, { actor, eventId: event.id }));
    return values;
  };
  return wantsAnswer(form) ? dataOutcome(args, says, change) : outcome(args, says, change);
}

type Settings = Parameters<typeof setEventSettings>[1]['settings'];

/**
 * Saves what the form of a dialog sets, for the organizer only. Its errors are shown at their fields.
 * @param form.next the page with the setting, which may be another one once the event has ended
 * @param form.done the notice
 */
export async function saveSettings<Schema extends z.ZodObject>(
  args: ActionFunctionArgs,
  {
    schema,
    next,
    done,
  }: {
    schema: z.output<Schema> extends Settings ? Schema : never;
    next: (isExpired: boolean) => string;
    done: Toast['title'];
  },
) {
  const { actor, event, isExpired } = await requireOrganizer(args);
  const submission = parseForm(await readForm(args), schema);
  if (submission.status !== 'success') return invalidForm(submission);
  const says = {
    next: next(isExpired),
    done,
    failed: 'unknown',
    reply: (error: DomainError) => formError(submission, error),
  } as const;
  const settings: Settings = submission.value;
  return outcome(args, says, () =>
    setEventSettings(args.context.app.db, { actor, eventId: event.id, settings }),
  );
}
