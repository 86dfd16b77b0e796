import { useTranslation } from 'react-i18next';
import { discardUpload, withQueue } from '~/browser/uploads/upload-start';
import { useWaitingUploads, type UploadView } from '~/browser/uploads/upload-views';
import { Icon } from '~/components/ui/icon';
import { canMove, useFailureText } from './upload-failure';

const ROW_CLASS =
  'mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border px-3 py-2.5 text-sm/body';

/** How many photos wait on this device, with a button to send them immediately. */
export function WaitingUploads({ userId }: { userId: number }) {
  const { t } = useTranslation('event');
  const count = useWaitingUploads(userId).filter(({ phase }) => phase === 'waiting').length;
  return (
    <div role="status">
      {count > 0 && (
        <div className={`border-edge bg-sunk ${ROW_CLASS}`}>
          <Icon name="wifi-off" />
          <p className="min-w-0 flex-[1_1_14rem]">{t('waiting.text', { count })}</p>
          <button
            className="button quiet slim"
            type="button"
            onClick={() => void withQueue((queue) => queue.sendWaiting())}
          >
            {t('waiting.send_all', { count })}
          </button>
        </div>
      )}
    </div>
  );
}

/**
 * Photos whose slot was taken on another phone, or removed: each may go into the next free one.
 * @param free the numbers of the slots without a photo
 */
export function StrandedUploads({ userId, free }: { userId: number; free: readonly number[] }) {
  const all = useWaitingUploads(userId);
  const stranded = all.filter(isFailed).filter(({ slot, reason }) => {
    const { position } = slot;
    return typeof position === 'number' && canMove(reason) && !free.includes(position);
  });
  const going = all.filter(({ phase }) => phase !== 'failed').map(({ slot }) => slot.position);
  const next = free.find((position) => !going.includes(position));
  if (stranded.length === 0) return null;
  return (
    <ul>
      {stranded.map((upload) => (
        <Stranded key={upload.id} upload={upload} next={next} />
      ))}
    </ul>
  );
}

type Failed = Extract<UploadView, { phase: 'failed' }>;
const isFailed = (upload: UploadView): upload is Failed => upload.phase === 'failed';

function Stranded({
  upload: { id, slot, previewUrl, reason },
  next,
}: {
  upload: Failed;
  next: number | undefined;
}) {
  const { t } = useTranslation('event');
  const reasonText = useFailureText();
  return (
    <li className={`border-danger bg-danger-wash ${ROW_CLASS}`} role="alert">
      <img className="aspect-3/4 w-12 rounded-[2px] object-cover" src={previewUrl} alt="" />
      <p className="min-w-0 flex-[1_1_9rem]">
        <strong className="block">{t('slot.not_sent')}</strong>
        {next === undefined ? t('waiting.no_room') : reasonText(reason)}
      </p>
      {next !== undefined && (
        <button
          className="button slim flex-auto"
          type="button"
          onClick={() => void withQueue((queue) => queue.moveUpload(id, next))}
        >
          {t('waiting.into', { position: next })}
        </button>
      )}
      <button
        className="icon-button"
        type="button"
        aria-label={t('slot.discard', { position: slot.position })}
        onClick={() => discardUpload(id)}
      >
        <Icon name="trash" />
      </button>
    </li>
  );
}
