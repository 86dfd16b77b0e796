import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigate } from '@remix-run/react';
import { useEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { CodeField } from '../auth/code-field';
import { Field, FormError } from '../ui/field';
import { useServerForm } from '../ui/form';
import { SubmitButton } from '../ui/submit';

const TITLE_ID = 'admin-sign-in-title';

interface SignInProps {
  /** Whether the administrator has a second factor. */
  asksCode: boolean;
  result?: SubmissionResult<string[]>;
  isPending: boolean;
}

/**
 * 'Admin Authentication Required': a card on a night background; with scripts a modal dialog, which Escape
 * closes like Cancel.
 */
export function AdminSignIn(form: SignInProps) {
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const isModal = useModalOnceAlive(dialog);

  function leave(event: SyntheticEvent) {
    event.preventDefault();
    navigate(paths.home());
  }

  return (
    <main className="scrim-page on-night" id="content">
      <dialog
        ref={dialog}
        open
        className={isModal ? 'modal on-night' : 'contents'}
        aria-labelledby={TITLE_ID}
        onCancel={leave}
      >
        <div className="dialog">
          <SignInForm {...form} />
        </div>
      </dialog>
    </main>
  );
}

function SignInForm({ asksCode, result, isPending }: SignInProps) {
  const { t } = useTranslation('admin');
  const [form, fields] = useServerForm<{ username: string; password: string; code: string }>({
    id: 'admin-sign-in',
    lastResult: result,
  });
  useFocusAfterRefusal(form.id, result);
  const required = { required: 'admin_authentication_failed' } as const;
  return (
    <Form method="post" className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      <h1 className="text-h2/[1.1]" id={TITLE_ID}>
        {t('signin.title')}
      </h1>
      <FormError errors={form.errors} title={t('signin.failed')} />
      <Field
        field={fields.username}
        label={t('signin.username')}
        required
        errors={required}
        autoComplete="username"
        autoCapitalize="none"
      />
      <Field
        field={fields.password}
        label={t('signin.password')}
        type="password"
        required
        errors={required}
        autoComplete="current-password"
      />
      {asksCode && <CodeField field={fields.code} />}
      <div className="actions">
        <SubmitButton
          pending={isPending}
          label={t('signin.submit')}
          busyLabel={t('signin.verifying')}
        />
        <Link className="button quiet" to={paths.home()} reloadDocument>
          {t('signin.cancel')}
        </Link>
      </div>
    </Form>
  );
}

/** The pressed button was disabled during the request and has lost the focus. */
function useFocusAfterRefusal(formId: string, result: SubmissionResult<string[]> | undefined) {
  useEffect(() => {
    if (!result) return;
    const form = document.getElementById(formId);
    const name = result.error?.code ? 'code' : 'password';
    form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  }, [formId, result]);
}

/** Turns an open dialog into a modal one without rendering it again. */
function useModalOnceAlive(dialog: RefObject<HTMLDialogElement>): boolean {
  const [isModal, setModal] = useState(false);
  useEffect(() => {
    const element = dialog.current;
    element?.close();
    element?.showModal();
    setModal(true);
    return () => element?.close();
  }, [dialog]);
  return isModal;
}
