import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { EVENT_NAME_MIN, NAME_MAX } from '~/models/event';
import type { Span } from '~/models/plan';
import { paths } from '~/paths';
import { Field, FormError } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { SubmitButton } from '~/components/ui/submit';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';

/**
 * Renames an event and moves its days.
 * @param isPaid whether its days were paid for: those that are given up do not come back
 * @param isSold whether more time can be bought here
 */
export function EventEditDialog({
  values,
  isPaid,
  isSold,
}: {
  values: { name: string } & Span;
  isPaid: boolean;
  isSold: boolean;
}) {
  const { t } = useTranslation(['organizer', 'create', 'event']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<typeof values>({
    id: 'event-edit',
    lastResult: answer,
    defaultValue: values,
  });
  const dashboard = paths.home('profile');
  return (
    <DialogForm className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      <DialogHead closeTo={dashboard} />
      <FormError errors={form.errors} title={t('organizer:edit.failed')} />
      <Field
        field={fields.name}
        label={t('create:event')}
        hint={t('organizer:edit.name_hint')}
        required
        minLength={EVENT_NAME_MIN}
        maxLength={NAME_MAX}
        errors={{ tooShort: 'event_name_min', tooLong: 'name_max' }}
        autoComplete="off"
        autoCapitalize="sentences"
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          field={fields.startDate}
          label={t('create:start')}
          type="date"
          required
          errors={{ required: 'start_date_required', badInput: 'start_date_required' }}
        />
        <Field
          field={fields.endDate}
          label={t('create:end')}
          type="date"
          required
          errors={{ required: 'end_date_required', badInput: 'end_date_required' }}
        />
      </div>
      {isSold && (
        <p className="text-sm text-ink-soft">
          {t(isPaid ? 'organizer:edit.paid_hint' : 'organizer:edit.free_hint')}{' '}
          <Link to={paths.shop({ from: dashboard })}>{t('organizer:edit.shop')}</Link>
        </p>
      )}
      <div className="actions">
        <SubmitButton
          pending={isPending}
          label={t('organizer:save')}
          busyLabel={t('organizer:saving')}
        />
        <DialogCloseLink to={dashboard}>{t('event:cancel')}</DialogCloseLink>
      </div>
    </DialogForm>
  );
}
