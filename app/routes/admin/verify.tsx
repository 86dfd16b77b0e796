import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useNavigation } from '@remix-run/react';
import { AdminSignIn } from '~/components/admin/admin-sign-in';
import { requireAdminUser, verifyAdmin } from '~/http/admin.server';
import { enter } from '~/http/authenticator.server';
import { identify, sessionHeaders } from '~/http/guards.server';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { outcome } from '~/http/outcome.server';
import { hasFreshAdminCheck } from '~/http/admin-check.server';
import { nextOf } from '~/http/origin.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { adminCheckSchema } from '~/models/user/schema';
import { keepForm } from '~/browser/keep-form';
import { useAnswer } from '~/browser/use-answer';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['admin', 'second_factor'] };

/**
 * 'Admin Authentication Required' (rule `admin.check`): asks user 1 for the credentials again before anything is shown,
 * and signs in a reader without a session. Only user 1 learns whether there is a second factor, or someone who has
 * given the right password.
 */
export async function loader(args: LoaderFunctionArgs) {
  const member = (await identify(args)) && (await requireAdminUser(args));
  if (member && hasFreshAdminCheck(args, member)) {
    throw redirect(nextOf(args.request, paths.admin()));
  }
  const t = await translator(args.request);
  const asksCode = member !== null && member.user.secondFactorSealed !== null;
  return data(
    { title: t('admin:signin.title'), asksCode },
    { headers: await sessionHeaders(args) },
  );
}

/** Checks the credentials; the form keeps the username after an error. */
export async function action(args: ActionFunctionArgs) {
  const member = (await identify(args)) && (await requireAdminUser(args));
  const submission = parseForm(await readForm(args), adminCheckSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const says = {
    next: nextOf(args.request, paths.admin()),
    done: 'admin:signin.granted',
    reply: (error: DomainError) => formError(submission, error),
  } as const;
  return outcome(args, says, async () => {
    if (!member) {
      await enter(args, 'administrator', submission.value);
      return;
    }
    const check = await verifyAdmin(args, member, submission.value);
    if (!check.isAdmin) throw new DomainError(check.refusal, { field: check.field });
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Verify() {
  const { asksCode } = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>();
  const isCodeRefused = result?.error?.code !== undefined;
  return (
    <AdminSignIn
      asksCode={asksCode || isCodeRefused}
      result={result}
      isPending={useNavigation().state !== 'idle'}
    />
  );
}
