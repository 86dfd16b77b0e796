import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '~/components/ui/field';

/** The code of a second factor; without a phone at hand a recovery code (rule `second-factor.what`). */
export function CodeField({
  field,
  isFirst = false,
}: Pick<ComponentProps<typeof Field>, 'field'> & {
  /** Whether it shows that the app has the key: there are no recovery codes yet. */
  isFirst?: boolean;
}) {
  const { t } = useTranslation(['second_factor', 'desk_errors']);
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
