import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetUpload, type PhotoUpload, type SlotKey } from '~/offline/photo-uploads';
import { Icon } from '~/components/ui/icon';

/** A slot whose photo is on its way: the picture, how far it is, and a way to stop. */
export function SendingSlot({ slot, upload }: { slot: SlotKey; upload: PhotoUpload }) {
  const { t } = useTranslation('own');
  const percent =
    upload.phase === 'sending' ? upload.percent : upload.phase === 'arrived' ? 100 : 0;
  return (
    <li className="slot print min-w-0" aria-busy="true">
      <span className="shot developing">
        {/* Some formats of phones cannot be drawn here; then the print stays blank until sent. */}
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
          aria-label={t('slot.cancel', { position: slot.position })}
          onClick={() => forgetUpload(slot)}
        >
          <Icon name="close" />
        </button>
      </span>
      <div className="foot">
        <span className="text-xs text-ink-soft tabular-nums">
          {upload.phase === 'preparing' ? t('slot.preparing') : t('slot.sending', { percent })}
        </span>
      </div>
      <div
        className="progress-bar h-1"
        role="progressbar"
        aria-label={t('slot.progress', { position: slot.position })}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        style={{ '--v': `${percent}%` } as CSSProperties}
      />
    </li>
  );
}
