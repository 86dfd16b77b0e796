import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { useErrorText } from '~/components/ui/field';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';
import { useSubmissionCount } from '~/components/ui/use-submission-count';
import type { ErrorCode } from '~/models/errors';
import type { GuestsAdded } from '~/models/user/guest-list';

const ROWS = 6;
/** Nobody would read more reasons than this. */
const REASONS_MAX = 50;
const FORM = { id: 'guests', intent: 'add' };

/** The result of adding a list, if something is wrong with it. */
export interface GuestsReply extends GuestsAdded {
  /** What the field contains now. */
  list: string;
  listError: ErrorCode | null;
}

/** The field and the file that put people on the guest list, and the errors of some lines. */
export function GuestListForm({ reply }: { reply: GuestsReply | null }) {
  const { t } = useTranslation('organizer');
  const rounds = useSubmissionCount(FORM, reply);
  const replies = useChanges(reply);
  const isPending = useNavigation().formData?.get('intent') === FORM.intent;
  const hasErrors = reply !== null && reply.errors.length > 0;
  return (
    <section className="card">
      {hasErrors && <Errors reply={reply} />}
      <Form
        className="grid gap-4"
        id={FORM.id}
        method="post"
        action={organizerPaths.guests()}
        encType="multipart/form-data"
      >
        {/* Empty after each success; after each error, it contains the lines that are left to correct. */}
        <Fields key={`${rounds}-${replies}`} reply={reply} />
        <SubmitButton
          className="justify-self-start"
          icon="plus"
          name="intent"
          value={FORM.intent}
          pending={isPending}
          label={t('guests.add')}
          busyLabel={t('guests.adding')}
        />
      </Form>
    </section>
  );
}

function Fields({ reply }: { reply: GuestsReply | null }) {
  const { t } = useTranslation('organizer');
  const errorText = useErrorText();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (reply) field.current?.focus();
  }, [reply]);
  const about = reply && (reply.listError ? 'list-error' : 'list-errors');
  return (
    <>
      <div className="field">
        <label htmlFor="list">{t('guests.list')}</label>
        <textarea
          ref={field}
          className="input"
          id="list"
          name="list"
          rows={ROWS}
          defaultValue={reply?.list}
          placeholder={'Zoé Martin, zoe@example.com\nKarim Haddad; karim@example.com'}
          aria-describedby={about ? `list-hint ${about}` : 'list-hint'}
          aria-invalid={reply !== null || undefined}
          autoComplete="off"
          spellCheck={false}
        />
        <p className="hint" id="list-hint">
          {t('guests.list_hint')}
        </p>
        {reply?.listError && (
          <p className="field-error" id="list-error">
            <Icon name="alert" />
            {errorText(reply.listError)}
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
    </>
  );
}

/** Counts how often a value changed. */
function useChanges(value: unknown): number {
  const last = useRef({ value, count: 0 });
  if (last.current.value !== value) last.current = { value, count: last.current.count + 1 };
  return last.current.count;
}

/** What was added, and why each line could not be read, by its number in the field. */
function Errors({ reply: { added, known, errors } }: { reply: GuestsReply }) {
  const { t } = useTranslation('organizer');
  const errorText = useErrorText();
  return (
    <div className="mb-4 grid gap-2" id="list-errors">
      {added > 0 && (
        <p role="status">
          {t('guests.added', { count: added })}
          {known > 0 && ` · ${t('guests.known', { number: known })}`}
        </p>
      )}
      <Note tone="error" title={t('guests.errors', { count: errors.length })}>
        {t('guests.errors_text')}
        <ul className="mt-1">
          {errors.slice(0, REASONS_MAX).map(({ line, code }, index) => (
            <li key={line}>{t('guests.line', { line: index + 1, reason: errorText(code) })}</li>
          ))}
        </ul>
      </Note>
    </div>
  );
}
