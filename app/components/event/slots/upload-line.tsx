import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { discardUpload, withQueue } from '~/browser/uploads/upload-start';
import {
  forgetArrived,
  useSlotUpload,
  type SlotKey,
  type UploadView,
} from '~/browser/uploads/upload-views';
import { Icon } from '~/components/ui/icon';
import { canRetry } from './upload-failure';

/** The progress of an upload without a slot, in one line: a selfie, or the event's image. */
export function UploadLine({ slot }: { slot: SlotKey }) {
  const upload = useSlotUpload(slot);
  const arrived = upload?.phase === 'arrived' ? upload.id : null;
  useEffect(() => {
    if (arrived !== null) forgetArrived(arrived);
  }, [arrived]);
  return <div role="status">{upload && arrived === null && <Line upload={upload} />}</div>;
}

function Line({ upload }: { upload: UploadView }) {
  const { t } = useTranslation('event');
  const { id, phase } = upload;
  const canSend = phase === 'waiting' || (phase === 'failed' && canRetry(upload.reason));
  return (
    <p className="flex items-center text-sm/body tabular-nums">
      {phase === 'sending' &&
        (upload.percent < 100 ? t('slot.sending', { percent: upload.percent }) : t('slot.saving'))}
      {phase === 'preparing' && t('slot.preparing')}
      {phase === 'waiting' && t('slot.waiting')}
      {phase === 'failed' && t('slot.not_sent')}
      {canSend && (
        <button
          className="icon-button"
          type="button"
          aria-label={t('slot.retry')}
          onClick={() => void withQueue((queue) => queue.retryUpload(id))}
        >
          <Icon name="refresh" />
        </button>
      )}
      <button
        className="icon-button"
        type="button"
        aria-label={t('waiting.discard')}
        onClick={() => discardUpload(id)}
      >
        <Icon name="close" />
      </button>
    </p>
  );
}
