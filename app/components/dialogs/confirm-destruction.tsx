import type { FormProps } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { IconName } from '../ui/icon';
import { SubmitButton } from '../ui/submit';
import { DialogForm, useDialogAction } from './dialog-form';
import { DialogCloseLink, DialogHead } from './dialog-page';

/**
 * What every dialog asks before it destroys: the title names the deed, the button
 * repeats the verb, the focus is on Cancel.
 * @param action where the form posts to, and `next` where Cancel leads
 * @param form of a form that asks more than yes or no: what it needs besides
 * @param isReady false while what it asks has no answer yet
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
  /** What will be gone. */
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
