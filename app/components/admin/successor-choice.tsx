import { Form } from '@remix-run/react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { SUCCESSORS_SHOWN, type FoundSuccessors } from '~/models/admin/list';
import { useOpenDialog } from '../dialogs/dialog-context';
import { Email } from '../ui/email';
import { FieldError, type FieldMeta } from '../ui/field';
import { errorAttributes } from '../ui/form';

const SEARCH_ID = 'successor-search';

/**
 * The form of a search for participants, without its field: the field is inside another form (`SuccessorSearch`), and
 * HTML forms cannot be nested.
 * @param addressOf the URL of the same dialog with another search; it opens over the same screen
 */
export function SuccessorSearchForm({
  addressOf,
  next,
}: {
  addressOf: (query: { q?: string }) => string;
  next: string;
}) {
  const open = useOpenDialog();
  function searchHere(event: FormEvent<HTMLFormElement>) {
    const text = new FormData(event.currentTarget).get('q');
    const q = typeof text === 'string' ? text : '';
    if (open(addressOf({ q }), { replace: true })) event.preventDefault();
  }
  const [action] = addressOf({}).split('?');
  return (
    <Form id={SEARCH_ID} method="get" action={action} onSubmit={searchHere}>
      <input type="hidden" name="next" value={next} />
    </Form>
  );
}

/** The field of `SuccessorSearchForm`. */
export function SuccessorSearch({ search, takesFocus }: { search: string; takesFocus: boolean }) {
  const { t } = useTranslation('admin');
  return (
    <div className="flex items-end gap-3" role="search">
      <div className="field min-w-0 flex-1">
        <label htmlFor="people-search">{t('handover.search')}</label>
        <input
          className="input"
          type="search"
          id="people-search"
          name="q"
          form={SEARCH_ID}
          defaultValue={search}
          autoComplete="off"
          enterKeyHint="search"
          data-takes-focus={takesFocus || undefined}
        />
      </div>
      <button className="button quiet min-h-12" form={SEARCH_ID}>
        {t('list.find')}
      </button>
    </div>
  );
}

/** The participants that the search finds, one of whom takes over; or a note that there are none. */
export function SuccessorChoice({
  found: { people, hasMore, search },
  field,
  isRequired = false,
}: {
  found: FoundSuccessors;
  field: FieldMeta;
  isRequired?: boolean;
}) {
  const { t } = useTranslation('admin');
  if (people.length === 0) {
    return (
      <p role="status" className="wrap-anywhere">
        {search ? t('list.nothing', { search }) : t('users.no_successor')}
      </p>
    );
  }
  return (
    <fieldset
      className="choices"
      key={field.key}
      aria-describedby={field.errors ? field.errorId : undefined}
    >
      <legend>{t('users.successor')}</legend>
      <div className="-mx-1 grid max-h-[40dvh] auto-rows-max gap-2 overflow-y-auto p-1">
        {people.map(({ id, name, email }) => (
          <label className="choice" key={id}>
            <input
              type="radio"
              name={field.name}
              value={id}
              required={isRequired}
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
