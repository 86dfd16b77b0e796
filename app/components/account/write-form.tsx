import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '~/browser/use-answer';
import { EVERYONE, MESSAGE_MAX } from '~/models/message/rules';
import { paths } from '~/paths';
import { FormError, TextAreaField } from '../ui/field';
import { useServerForm } from '../ui/form';
import { SubmitButton } from '../ui/submit';
import type { EveryoneThread, PlanningView } from './account-views';
import { AudienceField, SendAtField } from './planning-fields';
import { END_ID } from './use-end-of-thread';
import { useSubmissionCount } from '~/components/ui/use-submission-count';

interface WriteProps {
  action: string;
  label: string;
  /** When the message can be sent later; null if it cannot. */
  planning: PlanningView | null;
  /** For a message to many: who may get it, and the ready drafts. */
  many?: Pick<EveryoneThread, 'audiences' | 'drafts' | 'draft'>;
}

const CLASSES_SUMMARY = 'inline-flex min-h-touch cursor-pointer items-center text-sm underline';

const WRITE_FORM = { id: 'write', intent: 'send' };

/** The form below a thread. It is replaced by a new one after each message, and with each draft. */
export function WriteForm(props: WriteProps) {
  const lastResult = useAnswer<SubmissionResult<string[]>>();
  const rounds = useSubmissionCount(WRITE_FORM, lastResult);
  const draft = props.many?.draft?.number ?? 0;
  return <EmptyForm key={`${rounds}-${draft}`} lastResult={lastResult} {...props} />;
}

interface Values {
  audience: string;
  message: string;
  sendAt: string;
}

function EmptyForm({
  action,
  label,
  planning,
  many,
  lastResult,
}: WriteProps & { lastResult?: SubmissionResult<string[]> }) {
  const { t } = useTranslation('account');
  const [form, fields] = useServerForm<Values>({
    id: WRITE_FORM.id,
    lastResult,
    defaultValue: { audience: EVERYONE, message: many?.draft?.text },
  });
  const [isLater, setLater] = useState(Boolean(fields.sendAt.initialValue));
  const isPending = useNavigation().formData?.get('intent') === WRITE_FORM.intent;
  return (
    <Form
      className="card grid grid-cols-[minmax(0,1fr)] gap-4"
      method="post"
      action={action}
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <FormError errors={form.errors} title={t('messages.failed')} />
      {many && <AudienceField field={fields.audience} audiences={many.audiences} />}
      {many && <Drafts drafts={many.drafts} chosen={many.draft?.number} />}
      <TextAreaField
        field={fields.message}
        label={label}
        required
        maxLength={MESSAGE_MAX}
        errors={{ required: 'message_required', tooLong: 'text_max' }}
        autoCapitalize="sentences"
        aria-keyshortcuts="w"
        rows={many?.draft ? 5 : 3}
      />
      {planning && (
        <details open={Boolean(fields.sendAt.initialValue) || undefined}>
          <summary className={CLASSES_SUMMARY}>{t('planned.later')}</summary>
          <SendAtField
            field={fields.sendAt}
            planning={planning}
            hint={t('planned.empty_sends_now')}
            onChange={(value) => setLater(value !== '')}
          />
        </details>
      )}
      <SubmitButton
        className="justify-self-start"
        icon={isLater ? 'clock' : 'mail'}
        name="intent"
        value={WRITE_FORM.intent}
        pending={isPending}
        label={isLater ? t('planned.plan') : t('messages.send')}
        busyLabel={t('messages.sending')}
      />
    </Form>
  );
}

/** Links that fill the form with a ready draft. */
function Drafts({ drafts, chosen }: { drafts: EveryoneThread['drafts']; chosen?: number }) {
  const { t } = useTranslation('account');
  return (
    <details open={chosen !== undefined}>
      <summary className={CLASSES_SUMMARY}>{t('drafts.title')}</summary>
      <ul className="flex flex-wrap gap-2">
        {drafts.map(({ number, title }) => (
          <li key={number}>
            <Link
              className="button quiet slim"
              to={`${paths.messages({ with: EVERYONE, draft: number })}#${END_ID}`}
              replace={chosen !== undefined}
              preventScrollReset
              aria-current={number === chosen ? 'true' : undefined}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
