import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { MESSAGE_MAX, PLANNED } from '~/models/message/rules';
import { paths } from '~/paths';
import { DialogForm, useDialogAction } from '../dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '../dialogs/dialog-page';
import { FormError, TextAreaField } from '../ui/field';
import { useServerForm } from '../ui/form';
import { SubmitButton } from '../ui/submit';
import type { AudienceChoice, PlanningView } from './account-views';
import { AudienceField, SendAtField } from './planning-fields';

interface Values {
  /** The id of its only recipient, or the word for an audience. */
  toUserId: string;
  message: string;
  sendAt: string;
}

/** The form for a planned message. */
export function PlannedDialog({
  toName,
  audiences,
  planning,
  values,
}: {
  /** Its only recipient, who cannot be changed; null for a message to many. */
  toName: string | null;
  audiences: AudienceChoice[];
  planning: PlanningView | null;
  values: Values;
}) {
  const { t } = useTranslation(['account', 'event']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<Values>({
    id: 'planned',
    lastResult: answer,
    defaultValue: values,
  });
  const list = paths.messages({ with: PLANNED });
  return (
    <DialogForm className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      <DialogHead closeTo={list} />
      <FormError errors={form.errors} title={t('account:planned.change_failed')} />
      {toName === null ? (
        <AudienceField field={fields.toUserId} audiences={audiences} />
      ) : (
        <input type="hidden" name={fields.toUserId.name} value={values.toUserId} />
      )}
      <TextAreaField
        field={fields.message}
        label={
          toName === null ? t('account:planned.text') : t('account:messages.to', { name: toName })
        }
        required
        maxLength={MESSAGE_MAX}
        errors={{ required: 'message_required', tooLong: 'text_max' }}
        autoCapitalize="sentences"
        rows={4}
      />
      <SendAtField field={fields.sendAt} planning={planning} required />
      <div className="actions">
        <SubmitButton
          pending={isPending}
          label={t('account:settings.save')}
          busyLabel={t('account:settings.saving')}
        />
        <DialogCloseLink to={list}>{t('event:cancel')}</DialogCloseLink>
      </div>
    </DialogForm>
  );
}
