import { useTranslation } from 'react-i18next';
import type { Day } from '~/models/day';
import { DRAWN_DAYS } from '~/models/event/following-end';
import type { Span } from '~/models/payment/plan';
import {
  EVENT_NAME_MIN,
  EVENT_TEXTS,
  NAME_MAX,
  type EventTextName,
  type EventTextRule,
} from '~/models/event/rules';
import { Field, TextAreaField, type FieldMeta, type OwnProps } from '~/components/ui/field';
import { useHydrated } from '~/components/ui/use-hydrated';

// Fields for creating and editing an event; their texts are in `create`.

/** The event's name. */
export function EventNameField({
  field,
  hint,
  takesFocus = false,
}: {
  field: FieldMeta;
  hint?: string;
  /** Whether it gets the focus when its dialog opens. */
  takesFocus?: boolean;
}) {
  const { t } = useTranslation('create');
  return (
    <Field
      field={field}
      label={t('event')}
      hint={hint}
      required
      minLength={EVENT_NAME_MIN}
      maxLength={NAME_MAX}
      errors={{ tooShort: 'event_name_min', tooLong: 'name_max' }}
      autoComplete="off"
      autoCapitalize="sentences"
      data-takes-focus={takesFocus || undefined}
    />
  );
}

/**
 * One of the event's texts.
 * @param rows the height of a text that may have several lines
 */
export function EventTextField({
  name,
  field,
  rows,
  takesFocus = false,
}: {
  name: EventTextName;
  field: FieldMeta;
  rows?: number;
  takesFocus?: boolean;
}) {
  const { t } = useTranslation('create');
  const { max, hasLines, required }: EventTextRule = EVENT_TEXTS[name];
  const shared = {
    field,
    label: t(name),
    hint: t(`${name}_hint`),
    required: required !== undefined,
    maxLength: max,
    errors: { required, tooLong: 'text_max' } as const,
    autoCapitalize: 'sentences',
    'data-takes-focus': takesFocus || undefined,
  };
  if (hasLines) return <TextAreaField {...shared} rows={rows} />;
  return <Field {...shared} autoComplete="off" />;
}

/**
 * The day of the party. An empty field means the first day.
 * @param label by default that of a new event
 */
export function PartyDateField({
  field,
  label,
  hint,
}: {
  field: FieldMeta;
  label?: string;
  hint: string;
}) {
  const { t } = useTranslation('create');
  return (
    <Field
      field={field}
      label={label ?? t('party_date')}
      hint={hint}
      type="date"
      errors={{ badInput: 'day_invalid' }}
    />
  );
}

/** The event's first day. */
export function StartDateField({ field, label }: { field: FieldMeta; label?: string }) {
  const { t } = useTranslation('create');
  return (
    <Field
      field={field}
      label={label ?? t('start')}
      type="date"
      required
      errors={{ required: 'start_date_required', badInput: 'start_date_required' }}
    />
  );
}

/** A time at which voting opens or closes, which may be empty. */
export function VotingTimeField(own: Required<Pick<OwnProps, 'field' | 'label' | 'hint'>>) {
  return <Field {...own} type="datetime-local" errors={{ badInput: 'send_at_invalid' }} />;
}

/**
 * The days that a form was rendered with, for a browser without scripts: the server then moves an untouched
 * last day, and an untouched day of the party, along with the first (rule `event.following-end`).
 */
export function DrawnDays({ days }: { days: Span & { partyDate: string } }) {
  const { startDate, endDate, partyDate } = days;
  return useHydrated() ? null : (
    <input type="hidden" name={DRAWN_DAYS} value={`${startDate} ${endDate} ${partyDate}`} />
  );
}

/**
 * The event's last day.
 * @param min the earliest day allowed
 */
export function EndDateField({
  field,
  label,
  hint,
  min,
}: {
  field: FieldMeta;
  label?: string;
  hint?: string;
  min?: Day;
}) {
  const { t } = useTranslation('create');
  return (
    <Field
      field={field}
      label={label ?? t('end')}
      hint={hint}
      type="date"
      required
      min={min}
      errors={{
        required: 'end_date_required',
        badInput: 'end_date_required',
        rangeUnderflow: 'day_past',
      }}
    />
  );
}
