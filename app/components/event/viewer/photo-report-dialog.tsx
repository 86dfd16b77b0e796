import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { isCode } from '~/models/error-code';
import { REASON_MAX, REPORT_CHOICES } from '~/models/report/rules';
import { TextAreaField, type FieldMeta } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';

interface PhotoReportView {
  /** The dialog's own URL, and the URL that it leads to. */
  self: string;
  next: string;
  /** Whether the user has already reported it. */
  isReported: boolean;
}

/** Reports a photo with an optional reason, once per user (rule `reports.one`). */
export function PhotoReportDialog({ view }: { view: PhotoReportView }) {
  const { t } = useTranslation(['flags', 'event']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{ choice: string; details: string }>({
    id: 'photo-report',
    lastResult: answer,
  });
  if (view.isReported || form.errors?.[0] === 'already_reported') return <Reported view={view} />;
  return (
    <DialogForm
      className="grid gap-4"
      {...getFormProps(form, { ariaAttributes: false })}
      action={view.self}
    >
      <div>
        <DialogHead />
        <p className="mt-2 text-ink-soft">{t('report.text')}</p>
      </div>
      <Failure code={form.errors?.[0]} />
      <Choices field={fields.choice} />
      <TextAreaField
        field={fields.details}
        label={<Optional words={t('report.details')} />}
        rows={3}
        maxLength={REASON_MAX}
        errors={{ tooLong: 'text_max' }}
      />
      <div className="actions mt-0">
        <SubmitButton
          icon="flag"
          pending={isPending}
          label={t('report.submit')}
          busyLabel={t('report.sending')}
        />
        <DialogCloseLink to={view.next}>{t('event:cancel')}</DialogCloseLink>
      </div>
    </DialogForm>
  );
}

/** The organizer already knows of it, so there is nothing left to do. */
function Reported({ view }: { view: PhotoReportView }) {
  const { t } = useTranslation(['flags', 'errors', 'common']);
  return (
    <div className="grid gap-4">
      <DialogHead title={t('errors:already_reported')} />
      <Note tone="ok" role="status">
        {t('report.sent_text')}
      </Note>
      <div className="actions mt-0">
        <DialogCloseLink to={view.next}>{t('common:close')}</DialogCloseLink>
      </div>
    </div>
  );
}

/** Why the report failed. */
function Failure({ code }: { code?: string }) {
  const { t } = useTranslation(['flags', 'errors']);
  if (!isCode(code)) return null;
  return (
    <Note tone="error" title={t('error')}>
      {code === 'report_failed'
        ? t('report.unexpected')
        : t('report.failed', { reason: t(`errors:${code}`) })}
    </Note>
  );
}

function Choices({ field }: { field: FieldMeta }) {
  const { t } = useTranslation('flags');
  return (
    <fieldset className="choices" key={field.key}>
      <legend>
        <Optional words={t('report.choice')} />
      </legend>
      {REPORT_CHOICES.map((choice) => (
        <label className="choice" key={choice}>
          <input
            type="radio"
            name={field.name}
            value={choice}
            defaultChecked={field.initialValue === choice}
          />
          {t(`choice.${choice}`)}
        </label>
      ))}
    </fieldset>
  );
}

function Optional({ words }: { words: string }) {
  const { t } = useTranslation('flags');
  return (
    <>
      {words} <span className="font-normal text-ink-soft">{t('report.optional')}</span>
    </>
  );
}
