import type { FormProps } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { IconName } from '../ui/icon';
import { SubmitButton } from '../ui/submit';
import { DialogForm, useDialogAction } from './dialog-form';
import { DialogCloseLink, DialogHead } from './dialog-page';

/**
 * The question of every dialog that deletes something: the title names the action, the button repeats the
 * verb, and Cancel has the focus.
 * @param action the URL of the form, and `next` that of Cancel
 * @param form the fields of a form that asks more than yes or no
 * @param isReady false while a required answer is missing
 */
export function ConfirmDestruction({
  action,
  next,
  form,
  icon = 'trash',
  isReady = true,
  label,
  busyLabel,
  children,
}: {
  action: string;
  next: string;
  form?: FormProps;
  icon?: IconName;
  isReady?: boolean;
  label: string;
  busyLabel: string;
  /** What will be deleted. */
  children: ReactNode;
}) {
  const { t } = useTranslation('event');
  const { isPending } = useDialogAction();
  return (
    <DialogForm {...form} action={action}>
      <DialogHead />
      <div className="mt-3 flex items-center gap-3">{children}</div>
      <div className="actions">
        <SubmitButton
          className="danger sure"
          icon={icon}
          pending={isPending}
          disabled={!isReady}
          label={label}
          busyLabel={busyLabel}
        />
        <DialogCloseLink to={next} takesFocus>
          {t('cancel')}
        </DialogCloseLink>
      </div>
    </DialogForm>
  );
}
