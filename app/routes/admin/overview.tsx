import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { AdminPage } from '~/components/admin/admin-page';
import { AdminSignIn } from '~/components/admin/admin-sign-in';
import { PlatformOverview } from '~/components/admin/platform-overview';
import { requireAdminUser, verifyAdmin } from '~/http/admin.server';
import { formError, invalidForm, parseForm } from '~/http/forms.server';
import { hasFreshAdminCheck, redirectWithToast } from '~/http/session.server';
import { languageOf, translator } from '~/i18n/i18n.server';
import { countPlatform } from '~/models/admin.server';
import { DomainError } from '~/models/errors';
import { adminCheckSchema } from '~/models/user.schema';
import { paths } from '~/paths';
import { pageMeta } from '../page-meta';

/** Texts beyond a guest's. */
export const handle = { i18n: ['admin'] };

/** The administrator's first screen: the credential check, then the platform's figures (§2). */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdminUser(args);
  const t = await translator(args.request);
  if (!(await hasFreshAdminCheck(args))) return { title: t('admin:signin.title'), counts: null };
  const language = await languageOf(args.request);
  const counts = await countPlatform(args.context.app.db);
  const number = new Intl.NumberFormat(language);
  return {
    title: t('admin:settings'),
    counts: {
      users: number.format(counts.users),
      events: number.format(counts.events),
      uploads: number.format(counts.uploads),
    },
  };
}

/** Checks the credentials (C§3); a wrong one keeps the username. */
export async function action(args: ActionFunctionArgs) {
  const { user } = await requireAdminUser(args);
  const submission = parseForm(await args.request.formData(), adminCheckSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const check = await verifyAdmin(args, { userId: user.id, ...submission.value });
    if (!check.isAdmin) throw new DomainError(check.refusal);
  } catch (error) {
    const { data: reply, init } = formError(submission, error);
    return data(reply, init ?? undefined);
  }
  return redirectWithToast(args, paths.admin(), { tone: 'ok', title: 'admin:signin.granted' });
}

export const meta = pageMeta;

export default function Overview() {
  const { counts } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const isPending = useNavigation().state !== 'idle';
  if (!counts) return <AdminSignIn result={result} isPending={isPending} />;
  return (
    <AdminPage current="overview">
      <PlatformOverview counts={counts} />
    </AdminPage>
  );
}
