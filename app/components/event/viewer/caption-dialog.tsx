import { getFormProps, type SubmissionResult } from '@conform-to/react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { isCode } from '~/models/error-code';
import { thumbnailUrl } from '~/models/photo/rules';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';
import type { Slide } from '~/components/event/event-views';
import { CaptionField } from '~/components/event/print/caption-field';
import { Caption } from '~/components/event/print/print';
import { FieldError } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';

export interface CaptionView {
  photo: Pick<Slide, 'imageUrl' | 'width' | 'height' | 'caption' | 'userName'>;
  /** Whether the user may write it; the organizer may only remove it. */
  isOwn: boolean;
  /** The dialog's own URL, and the URL that it leads to. */
  self: string;
  next: string;
}

/** Writes the caption of the user's own photo, or removes another photo's caption (rule `photos.caption`). */
export function CaptionDialog({ view }: { view: CaptionView }) {
  const { t } = useTranslation(['event', 'errors']);
  const { photo, isOwn } = view;
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{ caption: string }>({
    id: 'photo-caption',
    lastResult: answer,
    defaultValue: { caption: photo.caption ?? '' },
  });
  const { caption } = fields;
  const error = caption.errors?.[0];
  const failure = form.errors?.[0];
  return (
    <DialogForm
      className="grid gap-4"
      {...getFormProps(form, { ariaAttributes: false })}
      action={view.self}
    >
      <DialogHead />
      {isCode(failure) && (
        <Note tone="error" title={t('caption.failed')}>
          {t(`errors:${failure}`)}
        </Note>
      )}
      <div
        className="print mx-auto w-full max-w-[calc(var(--r)*20rem)]"
        style={{ '--r': (photo.width / photo.height).toFixed(4) } as CSSProperties}
      >
        <span className="shot aspect-(--r)">
          <img src={thumbnailUrl(photo.imageUrl, 720)} alt="" />
        </span>
        {isOwn ? (
          <CaptionField
            key={caption.key}
            label={t('caption.label')}
            defaultValue={typeof caption.initialValue === 'string' ? caption.initialValue : ''}
            errorId={error && caption.errorId}
          />
        ) : (
          <Caption text={photo.caption} />
        )}
      </div>
      {isOwn && <FieldError field={caption} />}
      <p className="text-sm/body text-ink-soft">
        {isOwn ? t('caption.text') : t('caption.text_of', { name: photo.userName })}
      </p>
      <div className="actions mt-0">
        {!isOwn && <input type="hidden" name="caption" value="" />}
        <SubmitButton pending={isPending} label={isOwn ? t('caption.save') : t('caption.remove')} />
        <DialogCloseLink to={view.next}>{t('cancel')}</DialogCloseLink>
      </div>
    </DialogForm>
  );
}
