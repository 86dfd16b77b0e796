import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import type { FoundSuccessors } from '~/models/admin/list';
import type { EVENT_FATES } from '~/models/user/rules';
import { ConfirmDestruction } from '../dialogs/confirm-destruction';
import { useDialogAction } from '../dialogs/dialog-form';
import { Field, FieldError, FormError, type FieldMeta } from '../ui/field';
import { errorAttributes, useServerForm } from '../ui/form';
import { SuccessorChoice, SuccessorSearch, SuccessorSearchForm } from './successor-choice';

type Fate = (typeof EVENT_FATES)[number];

export interface UserDeleteView {
  id: number;
  name: string;
  /** The organizer's event, which is handed over or deleted with them; null for a participant. */
  organized: {
    name: string;
    participantCount: number;
    photoCount: number;
    found: FoundSuccessors;
  } | null;
  /** The URL that it leads to. */
  next: string;
}

/** 'Confirm User Deletion': says what is deleted and, for an organizer, asks what happens to the event. */
export function UserDeleteDialog({ view }: { view: UserDeleteView }) {
  const { t } = useTranslation('admin');
  const { answer } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<FateForm>({ id: 'user-delete', lastResult: answer });
  const { id, organized, next } = view;
  const addressOf = (query: { q?: string }) => adminPaths.userDelete(id, { next, ...query });
  return (
    <>
      {organized && <SuccessorSearchForm addressOf={addressOf} next={next} />}
      <ConfirmDestruction
        form={getFormProps(form, { ariaAttributes: false })}
        action={addressOf({ q: organized?.found.search })}
        next={next}
        label={t('users.delete')}
        busyLabel={t('users.deleting')}
      >
        <div className="grid min-w-0 flex-1 gap-4">
          <FormError errors={form.errors} title={t('users.failed')} />
          <p className="wrap-anywhere text-ink-soft">
            {t('users.confirm_text', { name: view.name || t('users.unnamed') })}
          </p>
          {organized ? (
            <EventFate organized={organized} fields={fields} />
          ) : (
            // If a participant has become the organizer since, their errors are shown here.
            <FieldError field={fields.fate} />
          )}
        </div>
      </ConfirmDestruction>
    </>
  );
}

interface FateForm {
  fate: Fate;
  successorId: string;
  typed: string;
}

/**
 * The choice between handing the event over, which is preselected, and deleting it, for which its name has to
 * be typed. What belongs to the other choice is hidden.
 */
function EventFate({
  organized,
  fields,
}: {
  organized: NonNullable<UserDeleteView['organized']>;
  fields: Record<keyof FateForm, FieldMeta>;
}) {
  const { t } = useTranslation('admin');
  const { name, participantCount, photoCount, found } = organized;
  const { fate } = fields;
  const canStay = participantCount > 0;
  const chosen = fate.initialValue ?? (canStay ? 'stays' : undefined);
  const radio = (value: Fate) => (
    <input
      type="radio"
      name={fate.name}
      value={value}
      required
      defaultChecked={chosen === value}
      {...errorAttributes({ required: 'event_fate_required' })}
    />
  );
  return (
    <fieldset
      className="choices group"
      key={fate.key}
      aria-describedby={fate.errors ? fate.errorId : undefined}
    >
      <legend>{t('users.fate')}</legend>
      {canStay ? (
        <>
          <label className="choice">
            {radio('stays')}
            {t('users.event_stays')}
          </label>
          <div className="grid gap-4 group-has-[[value=goes]:checked]:hidden">
            {(found.hasMore || found.search) && (
              <SuccessorSearch search={found.search} takesFocus={found.search !== ''} />
            )}
            <SuccessorChoice found={found} field={fields.successorId} />
            <p className="text-sm text-ink-soft">{t('users.successor_hint')}</p>
          </div>
        </>
      ) : (
        <p className="text-ink-soft">{t('users.no_successor')}</p>
      )}
      <label className="choice wrap-anywhere">
        {radio('goes')}
        {t('users.event_goes', {
          event: name,
          participants: t('users.with_participants', { count: participantCount }),
          photos: t('users.with_photos', { count: photoCount }),
        })}
      </label>
      <div className="group-has-[[value=stays]:checked]:hidden">
        <Field
          field={fields.typed}
          label={t('events.typed')}
          hint={name}
          autoComplete="off"
          autoCapitalize="none"
        />
      </div>
      <FieldError field={fate} />
    </fieldset>
  );
}
