import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { keepForm } from '~/browser/keep-form';
import { readForm } from '~/http/forms.server';
import { requireMember } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { parseValues } from '~/models/fields.schema';
import { setAnswer } from '~/models/user/answers.server';
import { mailConsentSchema } from '~/models/user/schema';
import { paths } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** The switch is in the settings. */
export const loader = () => redirect(paths.settings());

/** Sets whether the user gets the mail on the morning after (rule `mails.morning`), even during the night before it. */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireMember(args, { next: paths.settings(), onceEnded: 'reading' });
  const form = await readForm(args);
  const says = {
    next: paths.settings(),
    done: (isGiven: boolean) => (isGiven ? 'server:morning_mail.on' : 'server:morning_mail.off'),
    refused: 'server:morning_mail.failed',
  } as const;
  return outcome(args, says, async () => {
    const { mailConsent } = parseValues(mailConsentSchema, Object.fromEntries(form));
    await setAnswer(args.context.app.db, { actor, answer: { mailConsent } });
    return mailConsent;
  });
}

export const clientAction = keepForm;
