import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { discardUpload, startUpload, withQueue } from '~/browser/uploads/upload-start';
import { useSlotUpload, type PhotoSlot, type UploadView } from '~/browser/uploads/upload-views';
import { paths } from '~/paths';
import { Icon } from '~/components/ui/icon';
import { SendingSlot } from './sending-slot';
import { EmptyFace, FailedFace, VACANT_CLASS } from './slot-faces';
import { canRetry } from './upload-failure';

/**
 * An empty slot. Choosing a file sends it, with progress and a button to cancel; without scripts it is a
 * plain form with a button.
 * @param error the code of the form's error, if it was for this slot
 */
export function EmptySlot({ slot, error }: { slot: PhotoSlot; error: string | null }) {
  const upload = useSlotUpload(slot);
  if (upload && upload.phase !== 'failed') return <SendingSlot upload={upload} />;

  const failure = upload ? upload.reason : error;
  return (
    <li className="min-w-0">
      <form
        className="flex h-full flex-col gap-2"
        method="post"
        action={paths.photoAdd()}
        encType="multipart/form-data"
      >
        <input type="hidden" name="position" value={slot.position} />
        <SlotPicker slot={slot} failure={failure} onPick={(file) => startUpload(slot, file)} />
        {upload && canRetry(upload.reason) && (
          <RetryButton onPress={() => void withQueue((queue) => queue.retryUpload(upload.id))} />
        )}
        {upload && <DiscardButton upload={upload} />}
        <SendButton />
      </form>
    </li>
  );
}

function SlotPicker({
  slot,
  failure,
  onPick,
}: {
  slot: PhotoSlot;
  failure: string | null;
  onPick: (file: File) => void;
}) {
  const { t } = useTranslation('event');
  const input = useRef<HTMLInputElement>(null);
  const faceId = `slot-${slot.position}`;

  // A file that was chosen before the page hydrated is sent, too.
  useEffect(() => {
    const file = input.current?.files?.[0];
    if (file) onPick(file);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the page comes alive
  }, []);

  return (
    <label className={`min-w-0 flex-1 ${failure ? 'bad' : ''} ${VACANT_CLASS}`}>
      <input
        ref={input}
        className="file sr-only"
        type="file"
        name="image"
        accept="image/*"
        required
        aria-label={t('slot.add_label', { position: slot.position })}
        aria-describedby={failure ? faceId : undefined}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) onPick(file);
        }}
      />
      {failure ? (
        <FailedFace id={faceId} failure={failure} />
      ) : (
        <EmptyFace position={slot.position} />
      )}
    </label>
  );
}

/** Retries a failed upload. */
export function RetryButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('event');
  return (
    <button className="button quiet slim w-full" type="button" onClick={onPress}>
      <Icon name="refresh" />
      {t('slot.retry')}
    </button>
  );
}

/** Discards a failed upload. */
function DiscardButton({ upload }: { upload: UploadView }) {
  const { t } = useTranslation('event');
  const { id, slot } = upload;
  return (
    <button
      className="icon-button absolute top-1 right-1"
      type="button"
      aria-label={t('slot.discard', { position: slot.position })}
      onClick={() => discardUpload(id)}
    >
      <Icon name="close" />
    </button>
  );
}

/** Scripts send immediately; without them the form has a button. */
function SendButton() {
  const { t } = useTranslation('event');
  return (
    <noscript>
      <button className="button slim w-full">{t('slot.send')}</button>
    </noscript>
  );
}
