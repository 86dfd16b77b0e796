import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '~/models/day';
import {
  DEFAULT_EVENT_DAYS,
  DEFAULT_MAX_USERS,
  DESCRIPTION_MAX,
  EVENT_NAME_MIN,
  NAME_MAX,
} from '~/models/event';
import { NAME_MIN, PASSWORD_MAX, PASSWORD_MIN, USERNAME } from '~/models/user';
import { describeDates, type EventDates } from './event-dates';
import { Field, FormError, TextAreaField } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { Icon } from '~/components/ui/icon';
import { SubmitButton } from '~/components/ui/submit';

/** What the create-event form holds, as typed. */
export type CreateEventTexts = {
  name: string;
  organizerName: string;
  organizerEmail: string;
  organizerUsername: string;
  organizerPassword: string;
  description: string;
  startDate: string;
  endDate: string;
};

/** The fields under 'More options'. */
export const OPTIONS = [
  'description',
  'startDate',
  'endDate',
  'organizerUsername',
  'organizerPassword',
] as const satisfies (keyof CreateEventTexts)[];

/** The field that carries a chosen password while its own is empty. */
export const KEPT_PASSWORD = 'keptPassword';
/** What is shown in a password's place. */
export const HIDDEN_PASSWORD = '••••••';

interface Props {
  /** What the fields hold at first. */
  values: CreateEventTexts;
  /** What they would hold untouched: options that differ open 'More options'. */
  defaults: CreateEventTexts;
  dates: EventDates;
  today: Day;
  lastResult?: SubmissionResult<string[]>;
}

/** Three fields, the rest under 'More options'. */
export function CreateEventForm({ values, defaults, dates, today, lastResult }: Props) {
  const { t } = useTranslation('auth');
  const [form, fields] = useServerForm<CreateEventTexts>({
    id: 'create-event',
    lastResult,
    defaultValue: values,
  });
  const [span, onDatesChange] = useChangedDates(dates, today);
  // A password is never written back into its field; a good one travels on beside it.
  const keptPassword = fields.organizerPassword.errors ? '' : values.organizerPassword;
  const optionsInUse = OPTIONS.some((name) => values[name] !== defaults[name]);
  const wrongOptions = OPTIONS.filter((name) => fields[name].errors).join();

  return (
    <>
      <p className="soft mb-5">
        {t('create.intro', { guests: DEFAULT_MAX_USERS, days: DEFAULT_EVENT_DAYS })}
      </p>
      <Form
        className="stack"
        method="post"
        onChange={onDatesChange}
        {...getFormProps(form, { ariaAttributes: false })}
      >
        <FormError errors={form.errors} title={t('create.failed')} />
        <Field
          field={fields.name}
          label={t('create.event')}
          required
          minLength={EVENT_NAME_MIN}
          maxLength={NAME_MAX}
          errors={{ tooShort: 'event_name_min', tooLong: 'name_max' }}
          autoComplete="off"
          autoCapitalize="sentences"
        />
        <div className="two items-start">
          <Field
            field={fields.organizerName}
            label={t('create.organizer')}
            required
            minLength={NAME_MIN}
            maxLength={NAME_MAX}
            errors={{ tooShort: 'organizer_name_min', tooLong: 'name_max' }}
            autoComplete="name"
            autoCapitalize="words"
          />
          <Field
            field={fields.organizerEmail}
            label={t('create.email')}
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
        <div className="card row small">
          <Icon name="calendar" />
          <p className="grow">
            <strong>{span.span}</strong>
            <br />
            <span className="soft">{span.length}</span>
          </p>
        </div>
        <MoreOptions opensAtFirst={optionsInUse} wrong={wrongOptions}>
          <TextAreaField
            field={fields.description}
            label={t('create.description')}
            hint={t('create.description_hint')}
            required
            maxLength={DESCRIPTION_MAX}
            errors={{ required: 'description_required', tooLong: 'description_max' }}
            autoCapitalize="sentences"
          />
          <div className="two items-start">
            <Field
              field={fields.startDate}
              label={t('create.start')}
              type="date"
              required
              errors={{ required: 'start_date_required', badInput: 'start_date_required' }}
            />
            <Field
              field={fields.endDate}
              label={t('create.end')}
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
            label={t('create.username')}
            hint={t('create.username_hint')}
            minLength={USERNAME.min}
            maxLength={USERNAME.max}
            errors={{ tooShort: 'username_min', tooLong: 'username_max' }}
            autoComplete="username"
            autoCapitalize="none"
          />
          <Field
            field={fields.organizerPassword}
            label={t('create.password')}
            hint={t(keptPassword ? 'create.password_kept' : 'create.password_hint')}
            placeholder={keptPassword && HIDDEN_PASSWORD}
            type="password"
            minLength={PASSWORD_MIN}
            maxLength={PASSWORD_MAX}
            errors={{ tooShort: 'password_min', tooLong: 'password_max' }}
            autoComplete="new-password"
          />
          <input type="hidden" name={KEPT_PASSWORD} value={keptPassword} />
        </MoreOptions>
        <SubmitButton
          className="big wide"
          name="intent"
          value="check"
          pending={useNavigation().formMethod === 'POST'}
          label={t('actions.continue')}
          busyLabel={t('actions.checking')}
        />
        <p className="soft small center">{t('create.no_card')}</p>
      </Form>
    </>
  );
}

/** Opens by itself when something inside is in use or wrong. */
function MoreOptions({
  opensAtFirst,
  wrong,
  children,
}: {
  opensAtFirst: boolean;
  /** Which fields are wrong, as one string. */
  wrong: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('auth');
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(opensAtFirst || wrong !== '');

  useEffect(() => {
    if (wrong === '' || !details.current || details.current.open) return;
    details.current.open = true;
    const form = details.current.closest('form');
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);

  return (
    <details
      ref={details}
      className="group"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="link cursor-pointer">
        {t('create.more')}
        <Icon name="chevron-down" className="group-open:rotate-180" />
      </summary>
      <div className="stack mt-2">{children}</div>
    </details>
  );
}

/** The line about the dates: the server's words until a date is changed here. */
function useChangedDates(dates: EventDates, today: Day) {
  const { t, i18n } = useTranslation(['common', 'auth']);
  const [changed, setChanged] = useState<EventDates | null>(null);
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const startDate = String(form.get('startDate'));
    const endDate = String(form.get('endDate'));
    if (startDate && endDate >= startDate) {
      setChanged(describeDates(t, i18n.language, { startDate, endDate, today }));
    }
  };
  return [changed ?? dates, onChange] as const;
}
