import type { FieldMetadata } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import type { Day } from '~/models/day';
import { EVENT_TEXT_NAMES } from '~/models/event/rules';
import { PASSWORD_MAX, PASSWORD_MIN, USERNAME } from '~/models/user/rules';
import { Field } from '~/components/ui/field';
import { HIDDEN_PASSWORD, DRAFT_PASSWORD, type CreateEventTexts } from './create-event-texts';
import { EndDateField, EventTextField, PartyDateField } from './event-fields';
import { MoreOptions } from './more-options';

const OPTIONS = [
  ...EVENT_TEXT_NAMES,
  'endDate',
  'partyDate',
  'organizerUsername',
  'organizerPassword',
] as const satisfies (keyof CreateEventTexts)[];

interface Props {
  fields: Record<(typeof OPTIONS)[number], FieldMetadata<string>>;
  /** The initial values of the fields. */
  values: CreateEventTexts;
  /** The default values. An option that differs opens the section. */
  defaults: CreateEventTexts;
  today: Day;
  /** A hint about the maximum length. */
  endHint?: string;
}

/** The optional fields of a new event, under 'More options'. */
export function CreateEventOptions({ fields, values, defaults, today, endHint }: Props) {
  const { t } = useTranslation(['auth', 'create']);
  // A password is never sent back in its field; a valid one is passed on in a hidden field.
  const draftPassword = fields.organizerPassword.errors ? '' : values.organizerPassword;
  // The last day follows the first, which does not count as a changed option.
  const isMoved = values.startDate !== defaults.startDate;
  const optionsInUse = OPTIONS.some(
    (name) => values[name] !== defaults[name] && !(name === 'endDate' && isMoved),
  );
  const wrongOptions = OPTIONS.filter((name) => fields[name].errors).join();

  return (
    <MoreOptions opensAtFirst={optionsInUse} wrong={wrongOptions}>
      {EVENT_TEXT_NAMES.map((name) => (
        <EventTextField key={name} name={name} field={fields[name]} />
      ))}
      <EndDateField field={fields.endDate} hint={endHint} min={today} />
      <PartyDateField field={fields.partyDate} hint={t('create:party_date_hint')} />
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
        hint={t(draftPassword ? 'create:password_kept' : 'create:password_hint')}
        placeholder={draftPassword && HIDDEN_PASSWORD}
        type="password"
        minLength={PASSWORD_MIN}
        maxLength={PASSWORD_MAX}
        errors={{ tooShort: 'password_min', tooLong: 'password_max' }}
        autoComplete="new-password"
      />
      <input type="hidden" name={DRAFT_PASSWORD} value={draftPassword} />
    </MoreOptions>
  );
}
