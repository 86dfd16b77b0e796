import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { LocalTime } from '~/models/zoned-time';
import { organizerPaths } from '~/organizer-paths';
import { revealPaths } from '~/reveal-paths';
import { FormError } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';
import { VotingTimeField } from './event-fields';

interface RevealView {
  isRevealed: boolean;
  /** Whether stars still count, or will count. */
  isVotingOpen: boolean;
  /** The set time for the field, and as text; empty and null without one. */
  at: LocalTime | '';
  planned: string | null;
}

/** The dialog that reveals the result, now or at a set time. */
export function RevealDialog({
  view: { isRevealed, isVotingOpen, at, planned },
}: {
  view: RevealView;
}) {
  const { t } = useTranslation(['organizer', 'event', 'errors']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{ at: string }>({
    id: 'event-reveal',
    lastResult: answer,
    defaultValue: { at },
  });
  const rules = organizerPaths.eventRules();
  if (isRevealed) {
    return (
      <>
        <DialogHead closeTo={rules} />
        <p>{t('organizer:reveal.shown')}</p>
      </>
    );
  }
  const busy = { pending: isPending, busyLabel: t('organizer:saving') };
  return (
    <DialogForm className="grid gap-4">
      <DialogHead closeTo={rules} />
      <FormError errors={form.errors} />
      <p>{t('organizer:reveal.text')}</p>
      {isVotingOpen ? (
        <>
          <Note title={t('organizer:reveal.open')} />
          <button className="button w-full" type="button" disabled>
            <Icon name="star" />
            {t('organizer:reveal.now')}
          </button>
        </>
      ) : (
        <SubmitButton
          {...busy}
          className="w-full"
          name="intent"
          value="now"
          icon="star"
          label={t('organizer:reveal.now')}
        />
      )}
      <Link className="button quiet w-full" to={revealPaths.rehearsal({ from: 0 })}>
        <Icon name="play" />
        {t('organizer:reveal.rehearse')}
      </Link>
      <VotingTimeField
        field={fields.at}
        label={t('organizer:reveal.at')}
        hint={
          planned ? t('organizer:reveal.planned', { time: planned }) : t('organizer:reveal.at_hint')
        }
      />
      <div className="actions">
        <SubmitButton
          {...busy}
          className="quiet"
          name="intent"
          value="later"
          label={t('organizer:reveal.set')}
        />
        {planned && (
          <SubmitButton
            {...busy}
            className="quiet"
            name="intent"
            value="never"
            label={t('organizer:reveal.unset')}
          />
        )}
        <DialogCloseLink to={rules}>{t('event:cancel')}</DialogCloseLink>
      </div>
    </DialogForm>
  );
}
