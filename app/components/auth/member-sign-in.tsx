import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { Field } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { SubmitButton } from '~/components/ui/submit';
import { Summary } from '~/components/ui/summary';
import { LoginFailure } from './login-failure';
import { PersonFields } from './person-fields';

type MemberTexts = { name: string; email: string; password: string };

/** Name and e-mail of a member, and an organizer's password once the server asks for it. */
export function MemberSignIn({
  event,
  reply,
}: {
  event: string;
  reply?: SubmissionResult<string[]>;
}) {
  const { t } = useTranslation(['auth', 'errors']);
  const [form, fields] = useServerForm<MemberTexts>({
    id: 'member',
    lastResult: reply,
    defaultValue: { name: '', email: '', password: '' },
  });
  const isPending = useNavigation().formMethod === 'POST';
  return (
    <>
      <LoginFailure result={reply} />
      <Form className="grid gap-4" method="post" {...getFormProps(form, { ariaAttributes: false })}>
        <Summary rows={[{ label: t('fields.event'), value: event }]} />
        <PersonFields fields={fields} />
        {reply?.error?.password && (
          <Field
            field={fields.password}
            label={t('fields.password')}
            hint={t('login.password_hint')}
            type="password"
            required
            errors={{ required: 'password_required' }}
            autoComplete="current-password"
          />
        )}
        <div className="actions mt-1">
          <SubmitButton
            className="big w-full"
            pending={isPending}
            label={t('actions.submit')}
            busyLabel={t('login.submitting')}
          />
          <Link className="button quiet w-full" to={paths.auth()}>
            {t('actions.cancel')}
          </Link>
        </div>
      </Form>
    </>
  );
}
