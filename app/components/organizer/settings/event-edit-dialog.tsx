import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '~/models/day';
import type { Span } from '~/models/payment/plan';
import type { LocalTime } from '~/models/zoned-time';
import { organizerPaths } from '~/organizer-paths';
import {
  DrawnDays,
  EndDateField,
  EventNameField,
  PartyDateField,
  StartDateField,
  VotingTimeField,
} from './event-fields';
import { useFollowingEnd } from './use-following-end';
import { FormError } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { Note } from '~/components/ui/note';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { ShopLink } from '~/components/organizer/shop-link';
import { DialogHead } from '~/components/dialogs/dialog-page';
import { SaveOrCancel } from './save-or-cancel';

/**
 * The form for an event's name, days and times of voting.
 * @param timeZone the event's time zone
 * @param hasResult whether the votes are counted
 * @param paidUntil the last day that is paid for, in the reader's language; null if none is
 * @param isSold whether more time can be bought here
 */
export function EventEditDialog({
  values,
  timeZone,
  hasResult,
  paidUntil,
  isSold,
}: {
  values: {
    name: string;
    partyDate: Day;
    votingOpensAt: LocalTime;
    votingClosesAt: LocalTime;
  } & Span;
  timeZone: string;
  hasResult: boolean;
  paidUntil: string | null;
  isSold: boolean;
}) {
  const { t } = useTranslation(['organizer', 'create', 'event', 'errors']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<typeof values>({
    id: 'event-edit',
    lastResult: answer,
    defaultValue: values,
  });
  const [endsEarly, setEndsEarly] = useState(false);
  const onDatesChange = useFollowingEnd(values, ({ startDate, endDate }) =>
    setEndsEarly(endDate < startDate),
  );
  const rules = organizerPaths.eventRules();
  return (
    <DialogForm
      className="grid gap-4"
      onChange={onDatesChange}
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <DialogHead closeTo={rules} />
      <FormError errors={form.errors} title={t('organizer:edit.failed')} />
      <EventNameField field={fields.name} hint={t('organizer:edit.name_hint')} takesFocus />
      <PartyDateField
        field={fields.partyDate}
        label={t('organizer:edit.day')}
        hint={t('organizer:edit.day_hint')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <StartDateField field={fields.startDate} label={t('organizer:edit.from')} />
        <EndDateField field={fields.endDate} label={t('organizer:edit.until')} />
      </div>
      <DrawnDays days={values} />
      <p className="text-sm" role="status">
        {endsEarly && !fields.endDate.errors && t('errors:end_before_start')}
      </p>
      <VotingTimeField
        field={fields.votingOpensAt}
        label={t('organizer:edit.voting_opens')}
        hint={t('organizer:edit.voting_opens_hint')}
      />
      <VotingTimeField
        field={fields.votingClosesAt}
        label={t('organizer:edit.voting_closes')}
        hint={t('organizer:edit.voting_closes_hint', { zone: timeZone })}
      />
      {hasResult && <Note>{t('organizer:result.edit_hint')}</Note>}
      {isSold && (
        <p className="text-sm text-ink-soft">
          {paidUntil === null
            ? t('organizer:edit.free_hint')
            : t('organizer:edit.paid_hint', { day: paidUntil })}{' '}
          <ShopLink from={rules}>{t('organizer:edit.shop')}</ShopLink>
        </p>
      )}
      <SaveOrCancel isPending={isPending} closeTo={rules} />
    </DialogForm>
  );
}
