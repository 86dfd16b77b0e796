import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Successor } from '~/models/admin/list';
import type { EVENT_FATES } from '~/models/user/rules';
import { ConfirmDestruction } from '../dialogs/confirm-destruction';
import { useDialogAction } from '../dialogs/dialog-form';
import { FieldError, FormError, type FieldMeta } from '../ui/field';
import { SelectField } from '../ui/select-field';
import { useServerForm } from '../ui/form';

type Fate = (typeof EVENT_FATES)[number];

export interface UserDeleteView {
  name: string;
  /** The organizer's event, which is deleted with them or handed over; null for a participant. */
  organized: { name: string; photoCount: number; successors: Successor[] } | null;
  /** The dialog's own URL, and where it leads. */
  self: string;
  next: string;
}

/** 'Confirm User Deletion': says what is deleted and, for an organizer, asks what happens to the event. */
export function UserDeleteDialog({ view }: { view: UserDeleteView }) {
  const { t } = useTranslation('admin');
  const { answer } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{ fate: Fate; successorId: string }>({
    id: 'user-delete',
    lastResult: answer,
  });
  const { organized } = view;
  const canSucceed = organized !== null && organized.successors.length > 0;
  // Without possible successors there are no fields, so their errors are shown above the button.
  const errors = [
    ...(form.errors ?? []),
    ...(canSucceed ? [] : [...(fields.fate.errors ?? []), ...(fields.successorId.errors ?? [])]),
  ];
  return (
    <ConfirmDestruction
      form={getFormProps(form, { ariaAttributes: false })}
      action={view.self}
      next={view.next}
      label={t('users.delete')}
      busyLabel={t('users.deleting')}
    >
      <div className="grid min-w-0 flex-1 gap-4">
        <FormError errors={errors} title={t('users.failed')} />
        <p className="wrap-anywhere text-ink-soft">
          {t('users.confirm_text', { name: view.name || t('users.unnamed') })}
        </p>
        {organized &&
          (canSucceed ? (
            <EventFate organized={organized} fate={fields.fate} successor={fields.successorId} />
          ) : (
            <p className="wrap-anywhere text-ink-soft">
              <input type="hidden" name={fields.fate.name} value={'goes' satisfies Fate} />
              {t('users.event_goes', wordsOf(t, organized))}. {t('users.no_successor')}
            </p>
          ))}
      </div>
    </ConfirmDestruction>
  );
}

type Organized = NonNullable<UserDeleteView['organized']>;

/**
 * The choice between deleting the event and handing it over. Both fields stay visible, and the server refuses
 * a successor combined with a deletion: the event would be lost although a successor was chosen.
 */
function EventFate({
  organized,
  fate,
  successor,
}: {
  organized: Organized;
  fate: FieldMeta;
  successor: FieldMeta;
}) {
  const { t } = useTranslation('admin');
  const stays = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const chosen: Fate = fate.initialValue === 'stays' ? 'stays' : 'goes';
  return (
    <>
      <fieldset
        className="choices"
        key={fate.key}
        aria-describedby={fate.errors ? fate.errorId : undefined}
      >
        <legend>{t('users.fate')}</legend>
        <label className="choice wrap-anywhere">
          <input
            type="radio"
            name={fate.name}
            value={'goes' satisfies Fate}
            defaultChecked={chosen === 'goes'}
            onChange={() => {
              if (select.current) select.current.value = '';
            }}
          />
          {t('users.event_goes', wordsOf(t, organized))}
        </label>
        <label className="choice">
          <input
            ref={stays}
            type="radio"
            name={fate.name}
            value={'stays' satisfies Fate}
            defaultChecked={chosen === 'stays'}
          />
          {t('users.event_stays')}
        </label>
        <FieldError field={fate} />
      </fieldset>
      <SelectField
        ref={select}
        field={successor}
        label={t('users.successor')}
        hint={t('users.successor_hint')}
        onChange={(event) => {
          if (stays.current && event.currentTarget.value) stays.current.checked = true;
        }}
      >
        <option value="">{t('users.choose_successor')}</option>
        {organized.successors.map(({ id, name, email }) => (
          <option key={id} value={id}>
            {name || t('users.unnamed')} ({email})
          </option>
        ))}
      </SelectField>
    </>
  );
}

function wordsOf(t: ReturnType<typeof useTranslation<'admin'>>['t'], organized: Organized) {
  return {
    event: organized.name,
    participants: t('users.with_participants', { count: organized.successors.length }),
    photos: t('users.with_photos', { count: organized.photoCount }),
  };
}
