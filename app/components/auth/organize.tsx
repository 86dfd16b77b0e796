import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { FormError } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';
import { paths } from '~/paths';
import type { Leaving } from './entry-form';
import { PersonFields } from './person-fields';

/** What the page of a co-organizer's link shows. */
export interface OrganizeView {
  eventName: string;
  organizerName: string | null;
  /** The reader, if they are in this event already. */
  member: { name: string; isOrganizer: boolean } | null;
  /** The question for a member of another event. */
  leaving: Leaving | null;
}

/** The page of a link for a co-organizer: a form for a newcomer, or one button for a member of the event. */
export function Organize({
  view,
  result,
}: {
  view: OrganizeView;
  result?: SubmissionResult<string[]>;
}) {
  const { t } = useTranslation(['auth', 'links', 'organize']);
  const { eventName: event, organizerName, member } = view;
  if (member?.isOrganizer) return <Runs event={event} />;
  return (
    <>
      <div>
        <h1 className="wrap-anywhere">{t('organize:title', { event })}</h1>
        <p className="mt-1.5 wrap-anywhere text-ink-soft">
          {organizerName ? t('organize:text', { name: organizerName }) : t('organize:text_plain')}{' '}
          {t('organize:rights')}
        </p>
      </div>
      <JoinForm view={view} result={result} />
    </>
  );
}

function JoinForm({ view, result }: { view: OrganizeView; result?: SubmissionResult<string[]> }) {
  const { t } = useTranslation(['auth', 'errors', 'organize']);
  const { member, leaving } = view;
  const [form, fields] = useServerForm<{ name: string; email: string }>({
    id: 'organize',
    lastResult: result,
    defaultValue: { name: '', email: '' },
  });
  const isPending = useNavigation().formMethod === 'POST';
  return (
    <Form className="grid gap-4" method="post" {...getFormProps(form, { ariaAttributes: false })}>
      <FormError errors={form.errors} />
      {leaving && (
        <>
          <input type="hidden" name="leave" value="1" />
          <Note tone="warn" title={leaving.title}>
            {leaving.text}
          </Note>
        </>
      )}
      {member ? (
        <p className="wrap-anywhere">{t('organize:as', { name: member.name })}</p>
      ) : (
        <PersonFields fields={fields} emailHint={t('organize:email_hint')} />
      )}
      <div className="actions mt-1">
        <SubmitButton
          className="big w-full"
          pending={isPending}
          label={leaving?.leave ?? t('organize:join')}
          busyLabel={t('auth:actions.opening')}
        />
        {leaving && (
          <Link className="button quiet w-full" to={paths.home()}>
            {leaving.stay}
          </Link>
        )}
      </div>
    </Form>
  );
}

/** For a person who organizes the event already: the link stays unused. */
function Runs({ event }: { event: string }) {
  const { t } = useTranslation(['auth', 'links', 'organize']);
  return (
    <>
      <div>
        <h1 className="wrap-anywhere">{t('organize:runs', { event })}</h1>
        <p className="mt-1.5 text-ink-soft">{t('organize:runs_text')}</p>
      </div>
      <Link className="button big w-full" to={paths.home()}>
        {t('links:link.open')}
      </Link>
    </>
  );
}

/** A link that was used, withdrawn, or has expired. */
export function OrganizeExpired() {
  const { t } = useTranslation(['auth', 'links', 'organize']);
  return (
    <>
      <h1>{t('organize:expired')}</h1>
      <Note tone="warn" title={t('links:link.invalid')}>
        {t('organize:expired_text')}
      </Note>
      <Link className="button big w-full" to={paths.auth()}>
        {t('auth:actions.to_start')}
      </Link>
    </>
  );
}
