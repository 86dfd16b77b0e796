import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import { SUCCESSORS_SHOWN, type Successor } from '~/models/admin/list';
import { useOpenDialog } from '../dialogs/dialog-context';
import { DialogForm, useDialogAction } from '../dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '../dialogs/dialog-page';
import { Email } from '../ui/email';
import { FieldError, FormError, type FieldMeta } from '../ui/field';
import { errorAttributes, useServerForm } from '../ui/form';
import { SubmitButton } from '../ui/submit';

export interface AdminEventOrganizerView {
  id: number;
  name: string;
  /** The current organizer. */
  organizer: string;
  /** The participants that the search finds. */
  people: Successor[];
  /** Whether there are more than shown. */
  hasMore: boolean;
  /** The search text; empty for none. */
  search: string;
  /** Where it leads back. */
  next: string;
}

/** Asks which participant becomes the organizer, and says what happens to the current one. */
export function AdminEventOrganizer({ view }: { view: AdminEventOrganizerView }) {
  const { t } = useTranslation(['admin', 'event']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{ successorId: string }>({
    id: 'event-organizer',
    lastResult: answer,
  });
  const { id, people, search, next } = view;
  return (
    <div className="grid gap-4">
      <DialogHead />
      <div className="grid gap-2 wrap-anywhere text-ink-soft">
        <p>
          {t('admin:handover.text', {
            event: view.name,
            name: view.organizer || t('admin:users.unnamed'),
          })}
        </p>
        <p className="text-sm">{t('admin:users.successor_hint')}</p>
      </div>
      {(people.length > 0 || search) && <Search view={view} />}
      <DialogForm
        {...getFormProps(form, { ariaAttributes: false })}
        action={adminPaths.eventOrganizer(id, { next, q: search })}
      >
        <FormError errors={form.errors} title={t('admin:handover.failed')} />
        {people.length > 0 ? (
          <People view={view} field={fields.successorId} />
        ) : (
          <p role="status" className="wrap-anywhere">
            {search ? t('admin:list.nothing', { search }) : t('admin:users.no_successor')}
          </p>
        )}
        <div className="actions">
          {people.length > 0 && (
            <SubmitButton
              icon="user"
              pending={isPending}
              label={t('admin:handover.confirm')}
              busyLabel={t('admin:handover.busy')}
            />
          )}
          <DialogCloseLink to={next}>{t('event:cancel')}</DialogCloseLink>
        </div>
      </DialogForm>
    </div>
  );
}

function People({
  view: { people, hasMore },
  field,
}: {
  view: AdminEventOrganizerView;
  field: FieldMeta;
}) {
  const { t } = useTranslation('admin');
  return (
    <fieldset
      className="choices"
      key={field.key}
      aria-describedby={field.errors ? field.errorId : undefined}
    >
      <legend>{t('users.successor')}</legend>
      <div className="-mx-1 grid max-h-[40dvh] gap-2 overflow-y-auto p-1">
        {people.map(({ id, name, email }) => (
          <label className="choice" key={id}>
            <input
              type="radio"
              name={field.name}
              value={id}
              required
              defaultChecked={field.initialValue === String(id)}
              {...errorAttributes({ required: 'successor_required' })}
            />
            <span className="grid min-w-0 wrap-anywhere">
              <bdi>{name || t('users.unnamed')}</bdi>
              <span className="text-xs font-normal text-ink-soft">
                <Email address={email} />
              </span>
            </span>
          </label>
        ))}
      </div>
      {hasMore && (
        <p className="text-sm text-ink-soft">{t('handover.more', { shown: SUCCESSORS_SHOWN })}</p>
      )}
      <FieldError field={field} />
    </fieldset>
  );
}

/** Opens the same dialog with fewer people, over the same screen. */
function Search({ view: { id, search, next } }: { view: AdminEventOrganizerView }) {
  const { t } = useTranslation('admin');
  const open = useOpenDialog();
  function searchHere(event: FormEvent<HTMLFormElement>) {
    const text = new FormData(event.currentTarget).get('q');
    const q = typeof text === 'string' ? text : '';
    if (open(adminPaths.eventOrganizer(id, { next, q }), { replace: true })) event.preventDefault();
  }
  return (
    <Form
      className="flex items-end gap-3"
      method="get"
      action={adminPaths.eventOrganizer(id)}
      role="search"
      onSubmit={searchHere}
    >
      <input type="hidden" name="next" value={next} />
      <div className="field min-w-0 flex-1">
        <label htmlFor="people-search">{t('handover.search')}</label>
        <input
          className="input"
          type="search"
          id="people-search"
          name="q"
          defaultValue={search}
          autoComplete="off"
          enterKeyHint="search"
          data-takes-focus
        />
      </div>
      <button className="button quiet min-h-12">{t('list.find')}</button>
    </Form>
  );
}
