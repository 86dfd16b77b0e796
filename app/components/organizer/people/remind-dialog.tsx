import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { MESSAGE_MAX } from '~/models/message/rules';
import { paths } from '~/paths';
import { FormError, TextAreaField } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { SubmitButton } from '~/components/ui/submit';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';

/**
 * A message to participants without a photo.
 * @param count their number
 * @param message the prewritten text
 */
export function RemindDialog({ count, message }: { count: number; message: string }) {
  const { t } = useTranslation(['organizer', 'account', 'event']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{ message: string }>({
    id: 'remind',
    lastResult: answer,
    defaultValue: { message },
  });
  const dashboard = paths.home('profile');
  return (
    <DialogForm className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      <DialogHead closeTo={dashboard} />
      <FormError errors={form.errors} title={t('account:messages.failed')} />
      <TextAreaField
        field={fields.message}
        label={t('account:messages.to_everyone')}
        hint={t('account:messages.goes_to', { count })}
        required
        maxLength={MESSAGE_MAX}
        errors={{ required: 'message_required', tooLong: 'text_max' }}
        autoCapitalize="sentences"
        rows={4}
      />
      <div className="actions">
        <SubmitButton
          icon="mail"
          disabled={count === 0}
          pending={isPending}
          label={t('account:messages.send')}
          busyLabel={t('account:messages.sending')}
        />
        <DialogCloseLink to={dashboard}>{t('event:cancel')}</DialogCloseLink>
      </div>
    </DialogForm>
  );
}
