import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '~/components/ui/field';

/** The field for the code of a second factor, or a recovery code (rule `second-factor.what`). */
export function CodeField({
  field,
  isFirst = false,
}: Pick<ComponentProps<typeof Field>, 'field'> & {
  /** Whether this code confirms the setup, before there are recovery codes. */
  isFirst?: boolean;
}) {
  const { t } = useTranslation(['second_factor', 'errors']);
  return (
    <Field
      field={field}
      label={t('code')}
      hint={t(isFirst ? 'code_first' : 'code_hint')}
      required
      errors={{ required: 'second_factor_required' }}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}
