import { getFormProps, type SubmissionResult } from '@conform-to/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '~/models/photo/rules';
import { REMOVAL_CHOICES, type RemovalChoice } from '~/models/photo/removal';
import { REASON_MAX } from '~/models/report/rules';
import { ConfirmDestruction } from '~/components/dialogs/confirm-destruction';
import { useDialogAction } from '~/components/dialogs/dialog-form';
import { TextAreaField } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { SelectField } from '~/components/ui/select-field';

export interface PhotoDeleteView {
  imageUrl: string;
  userName: string;
  isOwn: boolean;
  /** The reason that its reports suggest for the owner. */
  suggested: RemovalChoice | null;
  /** The dialog's own URL, and where Cancel leads. */
  self: string;
  back: string;
}

/**
 * Asks to confirm the deletion of a photo. The organizer sees whose it is, and chooses what the owner is
 * told.
 */
export function PhotoDeleteDialog({ view }: { view: PhotoDeleteView }) {
  return view.isOwn ? <OwnPhotoDelete view={view} /> : <PhotoRemoval view={view} />;
}

function OwnPhotoDelete({ view }: { view: PhotoDeleteView }) {
  const { t } = useTranslation(['event', 'dialogs']);
  return (
    <ConfirmDestruction
      action={view.self}
      next={view.back}
      label={t('dialogs:delete.confirm')}
      busyLabel={t('dialogs:delete.deleting')}
    >
      <Print view={view}>{t('dialogs:delete.own_text')}</Print>
    </ConfirmDestruction>
  );
}

function PhotoRemoval({ view }: { view: PhotoDeleteView }) {
  const { t } = useTranslation(['event', 'dialogs']);
  const { answer } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{ choice: string; details: string }>({
    id: 'photo-delete',
    lastResult: answer,
    defaultValue: { choice: view.suggested ?? '' },
  });
  return (
    <ConfirmDestruction
      form={getFormProps(form, { ariaAttributes: false })}
      action={view.self}
      next={view.back}
      label={t('dialogs:delete.confirm')}
      busyLabel={t('dialogs:delete.deleting')}
    >
      <div className="grid min-w-0 flex-1 gap-4">
        <div className="flex items-center gap-3">
          <Print view={view}>{t('dialogs:delete.other_text', { name: view.userName })}</Print>
        </div>
        <SelectField
          field={fields.choice}
          label={t('dialogs:delete.tell', { name: view.userName })}
          hint={t('dialogs:delete.tell_hint')}
        >
          <option value="">{t('dialogs:delete.why.none')}</option>
          {REMOVAL_CHOICES.map((choice) => (
            <option key={choice} value={choice}>
              {t(`dialogs:delete.why.${choice}`)}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          field={fields.details}
          label={
            <>
              {t('dialogs:delete.words')}{' '}
              <span className="font-normal text-ink-soft">{t('dialogs:delete.optional')}</span>
            </>
          }
          rows={2}
          maxLength={REASON_MAX}
          errors={{ tooLong: 'text_max' }}
        />
      </div>
    </ConfirmDestruction>
  );
}

function Print({ view, children }: { view: PhotoDeleteView; children: ReactNode }) {
  return (
    <>
      <span className="print w-20 shrink-0">
        <span className="shot aspect-3/4">
          <img src={thumbnailUrl(view.imageUrl, 320)} alt="" />
        </span>
      </span>
      <p className="min-w-0 flex-1 text-ink-soft">{children}</p>
    </>
  );
}
