import { data, type ActionFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import type { SettingAnswer } from '~/components/dashboard/use-setting';
import { readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { redirectWithToast } from '~/http/flash.server';
import type { Toast } from '~/http/session-data';
import { translator } from '~/i18n/i18n.server';
import type { Person } from '~/models/access';
import { DomainError, ERROR_STATUS, type ErrorCode } from '~/models/errors';
import { parseValues } from '~/models/fields.schema';
import { paths } from '~/paths';

type Db = ActionFunctionArgs['context']['app']['db'];

interface Setting<Schema extends z.ZodType> {
  schema: Schema;
  save: (db: Db, values: { actor: Person; eventId: number } & z.infer<Schema>) => Promise<unknown>;
  /** What a form without scripts reads next. */
  saved: (values: z.infer<Schema>) => Toast;
  failed: { title: string; text: string };
}

/**
 * Changes one of the settings on the dashboard, for its organizer alone: data for a script, for a form
 * the dashboard again with a notice. `failed.text` may use `{{reason}}`.
 */
export async function changeSetting<Schema extends z.ZodType>(
  args: ActionFunctionArgs,
  { schema, save, saved, failed }: Setting<Schema>,
) {
  const { actor, event } = await requireOrganizer(args);
  const form = await readForm(args.request);
  const wantsData = form.get('answer') === 'data';
  try {
    const values = parseValues(schema, Object.fromEntries(form));
    await save(args.context.app.db, Object.assign({}, values, { actor, eventId: event.id }));
    if (wantsData) return data<SettingAnswer>({ ok: true });
    return await redirectWithToast(args, paths.home('profile'), saved(values));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (wantsData) return refusal(error.code);
    const t = await translator(args.request);
    const values = { reason: t(`errors:${error.code}`) };
    return redirectWithToast(args, paths.home('profile'), { tone: 'bad', ...failed, values });
  }
}

function refusal(code: ErrorCode) {
  return data<SettingAnswer>({ ok: false, code }, ERROR_STATUS[code]);
}
