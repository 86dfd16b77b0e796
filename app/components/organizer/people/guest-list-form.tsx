import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { useErrorText } from '~/components/ui/field';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';
import type { ErrorCode } from '~/models/errors';
import type { GuestsAdded } from '~/models/user/guest-list';

const ROWS = 6;

/** What adding a list did, if something is wrong with it. */
export interface GuestsReply extends GuestsAdded {
  /** What the field contains now. */
  list: string;
  listError: ErrorCode | null;
}

/** The field and the file that put people on the guest list, and what was wrong with some lines. */
export function GuestListForm({ reply }: { reply: GuestsReply | null }) {
  const { t } = useTranslation('organizer');
  const errorText = useErrorText();
  const { formData } = useNavigation();
  const isPending = formData !== undefined && !formData.has('intent');
  const { listError = null, errors = [] } = reply ?? {};
  const describedBy = listError ? 'list-hint list-error' : 'list-hint';
  return (
    <section className="card">
      {reply && errors.length > 0 && <Errors reply={reply} />}
      <Form
        className="grid gap-4"
        method="post"
        action={organizerPaths.guests()}
        encType="multipart/form-data"
      >
        <div className="field">
          <label htmlFor="list">{t('guests.list')}</label>
          <textarea
            // A new answer brings the lines that are left to correct.
            key={reply?.list}
            className="input"
            id="list"
            name="list"
            rows={ROWS}
            defaultValue={reply?.list}
            placeholder={'Zoé Martin, zoe@example.com\nKarim Haddad; karim@example.com'}
            aria-describedby={describedBy}
            aria-invalid={listError !== null || errors.length > 0 || undefined}
            autoComplete="off"
            spellCheck={false}
          />
          <p className="hint" id="list-hint">
            {t('guests.list_hint')}
          </p>
          {listError && (
            <p className="field-error" id="list-error">
              <Icon name="alert" />
              {errorText(listError)}
            </p>
          )}
        </div>
        <div className="field">
          <label htmlFor="file">{t('guests.file')}</label>
          <input
            className="input"
            id="file"
            type="file"
            name="file"
            accept=".csv,.txt,text/csv,text/plain"
          />
        </div>
        <SubmitButton
          className="justify-self-start"
          icon="plus"
          pending={isPending}
          label={t('guests.add')}
          busyLabel={t('guests.adding')}
        />
      </Form>
    </section>
  );
}

/** What was added, and each line that could not be read. */
function Errors({ reply: { added, known, errors } }: { reply: GuestsReply }) {
  const { t } = useTranslation('organizer');
  const errorText = useErrorText();
  return (
    <div className="mb-4 grid gap-2">
      {added > 0 && (
        <p role="status">
          {t('guests.added', { count: added })}
          {known > 0 && ` · ${t('guests.known', { number: known })}`}
        </p>
      )}
      <Note tone="error" title={t('guests.errors', { count: errors.length })}>
        {t('guests.errors_text')}
        <ul className="mt-1">
          {errors.map(({ line, code }) => (
            <li key={line}>{t('guests.line', { line, reason: errorText(code) })}</li>
          ))}
        </ul>
      </Note>
    </div>
  );
}
