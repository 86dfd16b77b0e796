import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { discardUpload, withQueue } from '~/browser/uploads/upload-start';
import type { UploadView } from '~/browser/uploads/upload-views';
import { Icon } from '~/components/ui/icon';

/** A slot whose photo is being sent or waits: the picture, the progress, and a button to cancel. */
export function SendingSlot({ upload }: { upload: UploadView }) {
  const { t } = useTranslation('event');
  const { position } = upload.slot;
  const isWaiting = upload.phase === 'waiting';
  const percent =
    upload.phase === 'sending' ? upload.percent : upload.phase === 'arrived' ? 100 : 0;
  return (
    <li className="print min-w-0" aria-busy={!isWaiting}>
      <span className="shot developing aspect-3/4">
        {/* Some phone formats cannot be displayed here; then the print stays blank until it is sent. */}
        <img
          src={upload.previewUrl}
          alt=""
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
        />
        <button
          className="icon-button absolute top-1 right-1 bg-night-deep/75 text-on-night"
          type="button"
          aria-label={t('slot.cancel', { position })}
          onClick={() => discardUpload(upload.id)}
        >
          <Icon name="close" />
        </button>
      </span>
      <div className="flex min-h-touch items-center justify-between pl-1.5">
        <span className="min-w-0 text-xs text-ink-soft tabular-nums">
          {isWaiting
            ? t('slot.waiting')
            : upload.phase === 'preparing'
              ? t('slot.preparing')
              : percent < 100
                ? t('slot.sending', { percent })
                : t('slot.saving')}
        </span>
        {isWaiting && (
          <button
            className="icon-button"
            type="button"
            aria-label={t('slot.send_now', { position })}
            onClick={() => void withQueue((queue) => queue.retryUpload(upload.id))}
          >
            <Icon name="refresh" />
          </button>
        )}
      </div>
      {!isWaiting && (
        <div
          className="progress-bar absolute inset-x-print bottom-print h-1"
          role="progressbar"
          aria-label={t('slot.progress', { position })}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          style={{ '--v': `${percent}%` } as CSSProperties}
        />
      )}
    </li>
  );
}
