import type { FieldMetadata } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import type { Day } from '~/models/day';
import { DESCRIPTION_MAX } from '~/models/event';
import { PASSWORD_MAX, PASSWORD_MIN, USERNAME } from '~/models/user';
import { Field, TextAreaField } from '~/components/ui/field';
import { HIDDEN_PASSWORD, KEPT_PASSWORD, type CreateEventTexts } from './create-event-texts';
import { MoreOptions } from './more-options';

const OPTIONS = [
  'description',
  'startDate',
  'endDate',
  'organizerUsername',
  'organizerPassword',
] as const satisfies (keyof CreateEventTexts)[];

interface Props {
  fields: Record<(typeof OPTIONS)[number], FieldMetadata<string>>;
  /** What the fields hold at first. */
  values: CreateEventTexts;
  /** What they would hold untouched: one that differs opens them all. */
  defaults: CreateEventTexts;
  today: Day;
}

/** What a new event may do without: the fields under 'More options'. */
export function CreateEventOptions({ fields, values, defaults, today }: Props) {
  const { t } = useTranslation(['auth', 'create']);
  // A password is never written back into its field; a good one travels on beside it.
  const keptPassword = fields.organizerPassword.errors ? '' : values.organizerPassword;
  const optionsInUse = OPTIONS.some((name) => values[name] !== defaults[name]);
  const wrongOptions = OPTIONS.filter((name) => fields[name].errors).join();

  return (
    <MoreOptions opensAtFirst={optionsInUse} wrong={wrongOptions}>
      <TextAreaField
        field={fields.description}
        label={t('create:description')}
        hint={t('create:description_hint')}
        required
        maxLength={DESCRIPTION_MAX}
        errors={{ required: 'description_required', tooLong: 'description_max' }}
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
          min={today}
          errors={{
            required: 'end_date_required',
            badInput: 'end_date_required',
            rangeUnderflow: 'end_in_past',
          }}
        />
      </div>
      <Field
        field={fields.organizerUsername}
        label={t('create:username')}
        hint={t('create:username_hint')}
        minLength={USERNAME.min}
        maxLength={USERNAME.max}
        errors={{ tooShort: 'username_min', tooLong: 'username_max' }}
        autoComplete="username"
        autoCapitalize="none"
      />
      <Field
        field={fields.organizerPassword}
        label={t('create:password')}
        hint={t(keptPassword ? 'create:password_kept' : 'create:password_hint')}
        placeholder={keptPassword && HIDDEN_PASSWORD}
        type="password"
        minLength={PASSWORD_MIN}
        maxLength={PASSWORD_MAX}
        errors={{ tooShort: 'password_min', tooLong: 'password_max' }}
        autoComplete="new-password"
      />
      <input type="hidden" name={KEPT_PASSWORD} value={keptPassword} />
    </MoreOptions>
  );
}
