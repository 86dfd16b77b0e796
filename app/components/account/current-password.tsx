import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../ui/field';

/** The field for the current password, required before a credential changes. */
export function CurrentPassword({
  field,
  hint,
  required = false,
}: Pick<ComponentProps<typeof Field>, 'field' | 'hint' | 'required'>) {
  const { t } = useTranslation('account');
  return (
    <Field
      field={field}
      label={t('password.current')}
      hint={hint}
      type="password"
      required={required}
      errors={{ required: 'password_required' }}
      autoComplete="current-password"
    />
  );
}
