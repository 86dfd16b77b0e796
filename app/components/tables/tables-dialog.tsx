import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { FormError, TextAreaField } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { Icon } from '~/components/ui/icon';
import { SubmitButton } from '~/components/ui/submit';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';

/**
 * The organizer's form for the tables of the party. An empty field means that there are none.
 * @param props.cards the URL of the tables' printed cards; empty without tables
 */
export function TablesDialog({ names, cards }: { names: string; cards: string }) {
  const { t } = useTranslation(['organizer', 'tables', 'event']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{ names: string }>({
    id: 'tables',
    lastResult: answer,
    defaultValue: { names },
  });
  const { id, name, key, errorId, descriptionId, initialValue, valid } = fields.names;
  // A wrong name has its error at its line. This text says for all of them what is allowed.
  const errors = valid ? [] : [t('tables:desk.wrong_text')];
  const rules = organizerPaths.eventRules();
  return (
    <DialogForm className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      <DialogHead closeTo={rules} />
      <FormError errors={form.errors} title={t('tables:desk.wrong')} />
      <TextAreaField
        field={{ id, name, key, errorId, descriptionId, initialValue, errors }}
        label={t('tables:desk.names')}
        hint={t('tables:desk.hint')}
        rows={8}
        autoComplete="off"
        autoCapitalize="words"
        data-takes-focus
      />
      {cards && (
        <>
          <p className="text-sm text-ink-soft">{t('tables:desk.keeps')}</p>
          <a className="button quiet" href={cards} download>
            <Icon name="qr" />
            {t('tables:desk.cards')}
          </a>
        </>
      )}
      <div className="actions">
        <SubmitButton
          pending={isPending}
          label={t('tables:desk.save')}
          busyLabel={t('organizer:saving')}
        />
        <DialogCloseLink to={rules}>{t('event:cancel')}</DialogCloseLink>
      </div>
    </DialogForm>
  );
}
