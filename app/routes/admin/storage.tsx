import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { FtpReply } from '~/components/admin/ftp-form';
import { LoadFailed } from '~/components/admin/load-failed';
import { StorageScreen } from '~/components/admin/storage-screen';
import { requireAdmin } from '~/http/admin.server';
import { formError, formReply, parseForm, readForm, type FormTexts } from '~/http/forms.server';
import { redirectWithToast } from '~/http/flash.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { ftpSettingsSchema, storageModeSchema } from '~/models/storage.schema';
import { configureFtp, setStorageMode } from '~/models/storage-settings.server';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';
import { loadStorage } from './load-storage.server';
import type { AdminHandle } from './panel';

export const handle: AdminHandle = { tab: 'storage', i18n: ['admin', 'admin_errors'] };

/** Where photos lie, and where new ones go. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const t = await translator(args.request);
  return { title: t('admin:store.title'), view: await loadStorage(args) };
}

/** Intents: `mode`, and the settings of the FTP server. */
export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const form = await readForm(args.request);
  return form.get('intent') === 'mode' ? switchMode(args, form) : configure(args, form);
}

async function switchMode(args: ActionFunctionArgs, form: FormTexts) {
  const { app } = args.context;
  const submission = parseForm(form, storageModeSchema);
  try {
    if (submission.status !== 'success') throw new DomainError('storage_mode_invalid');
    await setStorageMode(app, submission.value);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return redirectWithToast(args, paths.adminStorage(), {
      tone: 'bad',
      title: 'admin:store.switch_failed',
      text: `errors:${error.code}`,
    });
  }
  return redirectWithToast(args, paths.adminStorage(), {
    tone: 'ok',
    title: 'admin:store.switched',
    text: `admin:store.switched_${app.storage.wanted}`,
  });
}

async function configure(args: ActionFunctionArgs, form: FormTexts) {
  const submission = parseForm(form, ftpSettingsSchema);
  if (submission.status !== 'success') {
    return data<FtpReply>({ result: formReply(submission) }, 400);
  }
  try {
    await configureFtp(args.context.app, submission.value);
  } catch (error) {
    const { data: result, init } = formError(submission, error);
    const reason = error instanceof DomainError ? error.reason : undefined;
    return data<FtpReply>({ result, reason }, init ?? undefined);
  }
  return redirectWithToast(args, paths.adminStorage(), {
    tone: 'ok',
    title: 'admin:store.form.saved',
    text: submission.value.keep ? 'admin:store.kept' : 'admin:store.not_kept',
  });
}

export const meta = pageMeta;

export default function Storage() {
  const { view } = useLoaderData<typeof loader>();
  return <StorageScreen view={view} reply={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <LoadFailed section="store" />;
}
