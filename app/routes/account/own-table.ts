import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { keepForm } from '~/browser/keep-form';
import { readForm } from '~/http/forms.server';
import { requireMember } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { parseValues } from '~/models/fields.schema';
import { ownTableSchema } from '~/models/table/schema';
import { chooseTable } from '~/models/table/write.server';
import { paths } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** The choice is in the settings. */
export const loader = () => redirect(paths.settings());

/** The table that a member sits at, or none (rule `tables.whose`). */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireMember(args, { next: paths.settings() });
  const form = await readForm(args);
  const says = {
    next: paths.settings(),
    done: 'tables:own.saved',
    refused: 'tables:own.failed',
  } as const;
  return outcome(args, says, () => {
    const { table: tableId } = parseValues(ownTableSchema, Object.fromEntries(form));
    return chooseTable(args.context.app.db, { actor, tableId });
  });
}

export const clientAction = keepForm;
