import { useTranslation } from 'react-i18next';
import { UploadLine } from '~/components/event/slots/upload-line';
import { startUpload } from '~/browser/uploads/upload-start';
import { useSlotUpload } from '~/browser/uploads/upload-views';
import { organizerPaths } from '~/organizer-paths';
import { Icon } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';

/** With scripts, choosing a file sends it; without them, this links to a page with a form. */
export function ChangeImage({ userId, className }: { userId: number; className: string }) {
  const { t } = useTranslation('organizer');
  const slot = { userId, position: 'event-image' } as const;
  const phase = useSlotUpload(slot)?.phase;
  const isBusy = phase === 'preparing' || phase === 'sending';
  const label = isBusy ? t('saving') : t('image.change');

  if (!useHydrated()) {
    return (
      <a className={className} href={organizerPaths.eventImage()}>
        <Icon name="camera" />
        {label}
      </a>
    );
  }
  return (
    <>
      <label className={className} aria-busy={isBusy}>
        {isBusy ? <span className="spinner" /> : <Icon name="camera" />}
        {label}
        <input
          className="sr-only"
          type="file"
          accept="image/*"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) startUpload(slot, file);
            currentTarget.value = '';
          }}
        />
      </label>
      <UploadLine slot={slot} />
    </>
  );
}
