import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { CodeField } from './code-field';
import { FormError } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';

/** The page of a private link: its event's name and one button. A guest's link always comes by mail. */
export function OpenEvent({
  title,
  isSingleUse = false,
  isGuest = false,
  asksCode = false,
  result,
}: {
  title: string;
  isSingleUse?: boolean;
  isGuest?: boolean;
  /** Whether its owner has a second factor, and the error of the code. */
  asksCode?: boolean;
  result?: SubmissionResult<string[]>;
}) {
  const { t } = useTranslation(['auth', 'links']);
  return (
    <LinkStep
      title={<bdi>{title}</bdi>}
      asksCode={asksCode}
      result={result}
      label={t(isGuest ? 'links:link.open_guest' : 'links:link.open')}
      busyLabel={t('actions.opening')}
    >
      {t(isGuest ? 'links:link.text_guest' : 'links:link.text')}{' '}
      {isSingleUse && t('links:link.once')}
    </LinkStep>
  );
}

/** A page that explains what a link does, with a button that does it: mail programs open links. */
export function LinkStep({
  title,
  label,
  busyLabel,
  asksCode = false,
  result,
  children,
}: {
  title: ReactNode;
  label: string;
  busyLabel: string;
  asksCode?: boolean;
  result?: SubmissionResult<string[]>;
  children: ReactNode;
}) {
  const [form, fields] = useServerForm<{ code: string }>({ id: 'open-event', lastResult: result });
  const isPending = useNavigation().formMethod === 'POST';
  return (
    <>
      <div>
        <h1>{title}</h1>
        <p className="mt-1.5 wrap-anywhere text-ink-soft">{children}</p>
      </div>
      <Form method="post" className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
        <FormError errors={form.errors} />
        {asksCode && <CodeField field={fields.code} />}
        <SubmitButton
          className="big w-full"
          pending={isPending}
          label={label}
          busyLabel={busyLabel}
        />
      </Form>
    </>
  );
}

/** A private link that was used, replaced or has expired. */
export function LinkExpired() {
  const { t } = useTranslation(['auth', 'links']);
  return (
    <>
      <h1>{t('links:link.expired_title')}</h1>
      <Note tone="warn" title={t('links:link.invalid')}>
        {t('links:link.invalid_text')}
      </Note>
      <Link className="button big w-full" to={paths.auth()}>
        {t('actions.to_start')}
      </Link>
    </>
  );
}
