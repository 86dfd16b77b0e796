import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireAdmin } from '~/http/admin.server';
import { readForm } from '~/http/forms.server';
import { originOf } from '~/http/origin.server';
import { outcome } from '~/http/outcome.server';
import { withLimit } from '~/http/throttle.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { noteFirstStep } from '~/models/admin/first-run.server';
import { sendTestMail, type TestMailResult } from '~/models/admin/test-mail.server';
import { checkPayments } from '~/models/admin/doctor-checks.server';
import { levelOf, type Finding } from '~/models/admin/doctor';
import { emailKey } from '~/models/user/rules';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** The first steps are on the overview. */
export function loader() {
  return redirect(paths.admin());
}

type Admin = Awaited<ReturnType<typeof requireAdmin>>;

const SAYS = { next: paths.admin(), refused: 'admin:first_run.failed', failed: 'unknown' } as const;

/** A button of the first steps. Intents: `mail`, `payments`, `sell_nothing`; by default it closes the list. */
export async function action(args: ActionFunctionArgs) {
  const admin = await requireAdmin(args);
  const { actor } = admin;
  const { db, now } = args.context.app;
  const intent = (await readForm(args)).get('intent');
  if (intent === 'mail') return mailMe(args, admin);
  if (intent === 'payments') return askStripe(args, admin);
  if (intent === 'sell_nothing') {
    const says = { ...SAYS, done: 'admin:first_run.payments_done' } as const;
    return outcome(args, says, () => noteFirstStep(db, { actor, payments: 'not_needed' }));
  }
  const says = { ...SAYS, done: 'admin:first_run.closed' } as const;
  return outcome(args, says, () => noteFirstStep(db, { actor, closedAt: now() }));
}

/** Sends the administrator a mail. A double click sends only one. */
async function mailMe(args: ActionFunctionArgs, { actor, user }: Admin) {
  const { app } = args.context;
  const t = await translator(args.request);
  const mail = {
    to: user.email,
    subject: t('admin:first_run.mail.subject'),
    text: t('admin:first_run.mail.text', { origin: originOf(args) }),
  };
  const says = {
    ...SAYS,
    done: (result: TestMailResult) =>
      result.failure === null
        ? ('admin:first_run.mail_sent' as const)
        : ({
            tone: 'bad',
            title: 'admin:first_run.mail_failed',
            text: `admin:doctor.says.mail_${result.failure}`,
            values: { server: result.server },
          } as const),
  };
  const place = ['mail_pause', `test ${emailKey(user.email)}`] as const;
  return outcome(args, says, () =>
    withLimit(args, place, () => sendTestMail(app, { actor, mail })),
  );
}

async function askStripe(args: ActionFunctionArgs, { actor }: Admin) {
  const { db, payments } = args.context.app;
  const says = {
    ...SAYS,
    done: ({ says, values }: Finding) =>
      levelOf({ says }) === 'wrong'
        ? ({
            tone: 'bad',
            title: 'admin:first_run.payments_failed',
            text: `admin:doctor.says.${says}`,
            values,
          } as const)
        : ('admin:first_run.payments_done' as const),
  };
  return outcome(args, says, async () => {
    if (!payments) throw new DomainError('payments_not_set_up');
    const finding = await checkPayments(payments);
    if (levelOf(finding) !== 'wrong') await noteFirstStep(db, { actor, payments: 'accepted' });
    return finding;
  });
}

export const clientAction = keepForm;
