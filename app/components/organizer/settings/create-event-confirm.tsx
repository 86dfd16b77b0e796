import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { EVENT_TEXT_NAMES } from '~/models/event/rules';
import { FREE_PRICE } from '~/models/payment/plan';
import { HIDDEN_PASSWORD, type CreateEventTexts } from './create-event-texts';
import type { EventDates } from './event-dates';
import { Summary } from '~/components/ui/summary';
import { Icon } from '~/components/ui/icon';
import { SubmitButton } from '~/components/ui/submit';

export const CONFIRM_FORM = 'confirm-event';

/**
 * The summary of a new event with Confirm and Edit. All values are passed on in hidden fields, including the
 * password, which appears nowhere else.
 */
export function CreateEventConfirm({
  values,
  defaults,
  dates,
}: {
  values: CreateEventTexts;
  defaults: CreateEventTexts;
  dates: EventDates;
}) {
  const { t } = useTranslation(['auth', 'create']);
  const navigation = useNavigation();
  const isDifferent = (name: keyof CreateEventTexts) => values[name] !== defaults[name];
  const rows = [
    { label: t('create:event'), value: values.name },
    { label: t('create:organizer'), value: values.organizerName },
    { label: t('create:email'), value: values.organizerEmail },
    ...EVENT_TEXT_NAMES.map(
      (name) => isDifferent(name) && { label: t(`create:${name}`), value: values[name] },
    ),
    { label: t('create:dates'), value: dates.span },
    dates.party !== null && { label: t('create:party_date'), value: dates.party },
    isDifferent('organizerUsername') && {
      label: t('create:username'),
      value: values.organizerUsername,
    },
    isDifferent('organizerPassword') && { label: t('create:password'), value: HIDDEN_PASSWORD },
    { label: t('create:price'), value: FREE_PRICE },
  ].filter((row) => row !== false);

  return (
    <>
      <p className="mb-4 text-ink-soft">{t('confirm.question')}</p>
      <Summary rows={rows} />
      <Form id={CONFIRM_FORM} className="actions" method="post">
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SubmitButton
          className="big w-full"
          name="intent"
          value="create"
          pending={navigation.formData?.get('intent') === 'create'}
          label={t('actions.confirm')}
          busyLabel={t('create:creating')}
          icon="check"
        />
        <button
          className="button quiet w-full"
          name="intent"
          value="edit"
          disabled={navigation.state !== 'idle'}
        >
          <Icon name="pencil" />
          {t('actions.edit')}
        </button>
      </Form>
    </>
  );
}
