import type { ActionFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { dataOutcome, outcome, wantsAnswer } from '~/http/outcome.server';
import type { Toast } from '~/http/session-data';
import type { Person } from '~/models/access';
import { parseValues } from '~/models/fields.schema';
import { paths } from '~/paths';

type Db = ActionFunctionArgs['context']['app']['db'];

interface Setting<Schema extends z.ZodType> {
  schema: Schema;
  save: (db: Db, values: { actor: Person; eventId: number } & z.infer<Schema>) => Promise<unknown>;
  /** The notice for a form without scripts. */
  saved: (values: z.infer<Schema>) => Toast;
  failed: Pick<Toast, 'title' | 'text'>;
}

/**
 * Changes one of the dashboard's settings, for the organizer only: data for a script; for a form, a redirect
 * to the dashboard with a notice. `failed.text` may use `{{reason}}`.
 */
export async function changeSetting<Schema extends z.ZodType>(
  args: ActionFunctionArgs,
  { schema, save, saved, failed }: Setting<Schema>,
) {
  const { actor, event } = await requireOrganizer(args);
  const form = await readForm(args);
  const says = {
    next: paths.home('profile'),
    done: saved,
    refused: failed,
  };
  const change = async () => {
    const values = parseValues(schema, Object.fromEntries(form));
    await save(args.context.app.db, Object.assign({}, values, { actor, eventId: event.id }));
    return values;
  };
  return wantsAnswer(form) ? dataOutcome(args, says, change) : outcome(args, says, change);
}
