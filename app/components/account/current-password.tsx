import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../ui/field';

/** Where somebody has a password, it is asked for before anything changes that they sign in with. */
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
