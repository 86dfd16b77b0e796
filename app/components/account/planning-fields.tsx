import { useTranslation } from 'react-i18next';
import { Field, type FieldMeta, type OwnProps } from '../ui/field';
import { SelectField } from '../ui/select-field';
import type { AudienceChoice, PlanningView } from './account-views';

// Fields that the form for a new message shares with the one for a planned message.

/** The day and time at which a message is sent, in the event's time zone. */
export function SendAtField({
  planning,
  hint,
  ...field
}: Pick<OwnProps, 'field'> & {
  planning: PlanningView | null;
  hint?: string;
  required?: boolean;
  onChange?: (value: string) => void;
}) {
  const { t } = useTranslation('account');
  const { onChange, ...rest } = field;
  const zone = planning && t('planned.zone', { zone: planning.timeZone });
  return (
    <Field
      {...rest}
      type="datetime-local"
      label={t('planned.at')}
      hint={[zone, hint].filter(Boolean).join(' ')}
      min={planning?.min}
      max={planning?.max}
      onChange={onChange && (({ target }) => onChange(target.value))}
      errors={{
        required: 'send_at_invalid',
        badInput: 'send_at_invalid',
        rangeUnderflow: 'send_at_past',
        rangeOverflow: 'send_at_after_end',
      }}
    />
  );
}

/** Who gets a message to many, with how many these are now. */
export function AudienceField({
  field,
  audiences,
}: {
  field: FieldMeta;
  audiences: AudienceChoice[];
}) {
  const { t } = useTranslation('account');
  return (
    <SelectField field={field} label={t('planned.to')} hint={t('planned.to_hint')}>
      {audiences.map(({ word, count }) => (
        <option key={word} value={word}>
          {t(`planned.audience.${word}`, { number: count })}
        </option>
      ))}
    </SelectField>
  );
}
