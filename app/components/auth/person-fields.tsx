import type { FieldMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NAME_MAX } from '~/models/event/rules';
import { NAME_MIN } from '~/models/user/rules';
import { Field } from '~/components/ui/field';

/** The user's own name and e-mail address. */
export function PersonFields({
  fields,
  nameHint,
  emailHint,
}: {
  fields: { name: FieldMetadata<string>; email: FieldMetadata<string> };
  nameHint?: ReactNode;
  emailHint?: ReactNode;
}) {
  const { t } = useTranslation('auth');
  return (
    <>
      <Field
        field={fields.name}
        label={t('fields.name')}
        hint={nameHint}
        required
        minLength={NAME_MIN}
        maxLength={NAME_MAX}
        errors={{ tooShort: 'name_min', tooLong: 'name_max' }}
        autoComplete="name"
        autoCapitalize="words"
      />
      <Field
        field={fields.email}
        label={t('fields.email')}
        hint={emailHint}
        type="email"
        required
        errors={{ required: 'email_invalid', typeMismatch: 'email_invalid' }}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
      />
    </>
  );
}
