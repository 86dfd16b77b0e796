import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { Day } from '~/models/day';
import { paths } from '~/paths';
import { DEFAULT_EVENT_DAYS, DEFAULT_MAX_USERS, NAME_MAX } from '~/models/event/rules';
import { NAME_MIN } from '~/models/user/rules';
import { CreateEventOptions } from './create-event-options';
import type { CreateEventTexts } from './create-event-texts';
import type { EventDates } from './event-dates';
import { DrawnDays, EventNameField, StartDateField } from './event-fields';
import { useChangedDates } from './use-changed-dates';
import { Field, FormError } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';

interface Props {
  /** The initial values of the fields. */
  values: CreateEventTexts;
  /** The default values. Options that differ open 'More options'. */
  defaults: CreateEventTexts;
  dates: EventDates;
  today: Day;
  /** The text about what is copied over from another event; null without one. */
  along: string | null;
  /** The lowest price of more places and days; null if none are sold, and then the days are not limited. */
  price: string | null;
  lastResult?: SubmissionResult<string[]>;
}

/** Three fields, and the rest under 'More options'. */
export function CreateEventForm({ price, along, ...props }: Props) {
  const { values, defaults, dates, today, lastResult } = props;
  const { t } = useTranslation(['auth', 'create']);
  const [form, fields] = useServerForm<CreateEventTexts>({
    id: 'create-event',
    lastResult,
    defaultValue: values,
  });
  const [span, onDatesChange] = useChangedDates(dates, values, today);

  return (
    <>
      <p className="mb-5 text-ink-soft">
        {t(price === null ? 'create:intro_unsold' : 'create:intro', {
          guests: DEFAULT_MAX_USERS,
          days: DEFAULT_EVENT_DAYS,
          price,
        })}{' '}
        {price !== null && <Link to={paths.plans()}>{t('create:plans')}</Link>}
      </p>
      {along && (
        <Note icon="refresh" className="mb-5">
          {along}
        </Note>
      )}
      <Form
        className="grid gap-4"
        method="post"
        onChange={onDatesChange}
        {...getFormProps(form, { ariaAttributes: false })}
      >
        <FormError errors={form.errors} title={t('create:failed')} />
        <DrawnDays days={values} />
        <EventNameField field={fields.name} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            field={fields.organizerName}
            label={t('create:organizer')}
            required
            minLength={NAME_MIN}
            maxLength={NAME_MAX}
            errors={{ tooShort: 'organizer_name_min', tooLong: 'name_max' }}
            autoComplete="name"
            autoCapitalize="words"
          />
          <Field
            field={fields.organizerEmail}
            label={t('create:email')}
            type="email"
            required
            errors={{
              required: 'organizer_email_invalid',
              typeMismatch: 'organizer_email_invalid',
            }}
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
          />
        </div>
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <StartDateField field={fields.startDate} />
          <div className="card flex items-center gap-3 text-sm" role="status">
            <Icon name="calendar" />
            <p className="min-w-0 flex-1">
              <strong>{span.span}</strong>
              <br />
              <span className="text-ink-soft">{span.length}</span>
            </p>
          </div>
        </div>
        <CreateEventOptions
          fields={fields}
          values={values}
          defaults={defaults}
          today={today}
          endHint={price !== null ? t('create:end_hint', { days: DEFAULT_EVENT_DAYS }) : undefined}
        />
        <SubmitButton
          className="big w-full"
          name="intent"
          value="check"
          pending={useNavigation().formMethod === 'POST'}
          label={t('actions.continue')}
          busyLabel={t('actions.checking')}
        />
        <p className="text-center text-sm text-ink-soft">{t('create:no_card')}</p>
      </Form>
    </>
  );
}
