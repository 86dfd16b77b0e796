import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { keepForm } from '~/browser/keep-form';
import { readForm } from '~/http/forms.server';
import { requireMember } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { parseValues } from '~/models/fields.schema';
import { setAnswer } from '~/models/user/answers.server';
import { namingSchema } from '~/models/user/schema';
import { paths, safeNext } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** The switch is in the settings. */
export const loader = () => redirect(paths.settings());

/** Whether the user's first name may appear on shared pictures. It can be changed after the event's end, too. */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireMember(args, { next: paths.settings(), onceEnded: 'reading' });
  const form = await readForm(args);
  const says = {
    next: safeNext(form.get('next'), paths.settings()),
    done: (isNamed: boolean) =>
      isNamed ? 'server:keepsake.naming.on' : 'server:keepsake.naming.off',
    refused: 'server:keepsake.naming.failed',
  } as const;
  return outcome(args, says, async () => {
    const { named } = parseValues(namingSchema, Object.fromEntries(form));
    await setAnswer(args.context.app.db, { actor, answer: { mayBeNamed: named } });
    return named;
  });
}

export const clientAction = keepForm;
