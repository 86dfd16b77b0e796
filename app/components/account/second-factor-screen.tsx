import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '~/components/auth/code-field';
import { QrCode, type QrView } from '~/components/ui/qr-code';
import { ScreenHead } from '~/components/shell/screen-head';
import { Icon } from '~/components/ui/icon';
import { paths } from '~/paths';
import { FormError } from '../ui/field';
import { useServerForm } from '../ui/form';
import { SubmitButton } from '../ui/submit';
import { CurrentPassword } from './current-password';
import { RecoveryCodes } from './recovery-codes';

/** The state of the second factor: whether it is on, and how many recovery codes are left. */
export interface SecondFactorView {
  isOn: boolean;
  codesLeft: number;
}

/** The key for the authenticator app, and its encrypted form for the next request. */
export interface SetUpView {
  secret: string;
  qr: QrView;
  offered: string;
}

/** The state after a POST. */
export interface SecondFactorReply {
  /** The key to put into the app. */
  setUp?: SetUpView;
  /** The recovery codes, shown once. */
  codes?: string[];
  result?: SubmissionResult<string[]>;
}

/** The page of the second factor: to set it up, or to change it. */
export function SecondFactorScreen({
  view,
  reply,
}: {
  view: SecondFactorView;
  reply?: SecondFactorReply;
}) {
  const { t } = useTranslation('second_factor');
  return (
    <main className="page narrow" id="content">
      <ScreenHead title={t('title')} />
      <p className="mb-3">
        <Link className="link" to={paths.settings()}>
          <Icon name="arrow-left" />
          {t('back')}
        </Link>
      </p>
      <section className="card grid gap-4">
        {reply?.codes ? (
          <RecoveryCodes codes={reply.codes} />
        ) : view.isOn ? (
          <ManageForm codesLeft={view.codesLeft} result={reply?.result} />
        ) : reply?.setUp ? (
          <SetUpForm setUp={reply.setUp} result={reply.result} />
        ) : (
          <BeginForm result={reply?.result} />
        )}
      </section>
    </main>
  );
}

function BeginForm({ result }: { result?: SubmissionResult<string[]> }) {
  const { t } = useTranslation('second_factor');
  const [form, fields] = useServerForm<{ currentPassword: string }>({
    id: 'second-factor',
    lastResult: result,
  });
  return (
    <Form method="post" className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      <p>{t('text')}</p>
      <p className="text-ink-soft">{t('needed')}</p>
      <FormError errors={form.errors} title={t('failed')} />
      <CurrentPassword field={fields.currentPassword} required />
      <Step intent="begin">{t('begin')}</Step>
    </Form>
  );
}

function SetUpForm({ setUp, result }: { setUp: SetUpView; result?: SubmissionResult<string[]> }) {
  const { t } = useTranslation('second_factor');
  const [form, fields] = useServerForm<{ code: string }>({
    id: 'second-factor-set-up',
    lastResult: result,
  });
  return (
    <Form method="post" className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      <p>{t('scan')}</p>
      <QrCode qr={setUp.qr} label={t('qr')} />
      <div>
        <p className="text-ink-soft">{t('by_hand')}</p>
        <p className="[font-family:ui-monospace,monospace] font-semibold wrap-anywhere">
          {setUp.secret.match(/.{1,4}/g)?.join(' ')}
        </p>
      </div>
      <FormError errors={form.errors} title={t('failed')} />
      <input type="hidden" name="offered" value={setUp.offered} />
      <CodeField field={fields.code} isFirst />
      <Step intent="confirm">{t('turn_on')}</Step>
    </Form>
  );
}

function ManageForm({
  codesLeft,
  result,
}: {
  codesLeft: number;
  result?: SubmissionResult<string[]>;
}) {
  const { t } = useTranslation('second_factor');
  const [form, fields] = useServerForm<{ currentPassword: string; code: string }>({
    id: 'second-factor-change',
    lastResult: result,
  });
  return (
    <Form method="post" className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      <p>{t('is_on')}</p>
      <p className="text-ink-soft">
        {t('left', { count: codesLeft })} {t('proof')}
      </p>
      <FormError errors={form.errors} title={t('failed')} />
      <CurrentPassword field={fields.currentPassword} required />
      <CodeField field={fields.code} />
      <div className="actions">
        <Step intent="renew">{t('renew')}</Step>
        <Step intent="off" className="danger">
          {t('turn_off')}
        </Step>
      </div>
    </Form>
  );
}

function Step({
  intent,
  className,
  children,
}: {
  intent: string;
  className?: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('second_factor');
  const pending = useNavigation().formData?.get('intent');
  return (
    <SubmitButton
      className={className}
      name="intent"
      value={intent}
      pending={pending === intent}
      disabled={pending != null}
      label={children}
      busyLabel={t('busy')}
    />
  );
}
