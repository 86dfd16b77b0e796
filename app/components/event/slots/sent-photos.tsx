import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';
import { Icon } from '~/components/ui/icon';
import { discardUpload, withQueue } from '~/browser/uploads/upload-start';
import {
  entries,
  useSlotUpload,
  type PhotoSlot,
  type UploadPhase,
} from '~/browser/uploads/upload-views';
import { paths } from '~/paths';
import type { Chosen } from './chosen-photos';
import { RetryButton } from './empty-slot';
import { SendingSlot } from './sending-slot';
import { FailedFace, VACANT_CLASS } from './slot-faces';
import { canMove, canRetry } from './upload-failure';

/** A photo with its slot. */
export interface Job extends Chosen {
  slot: PhotoSlot;
  uploadId: string;
}

/**
 * The photos that are being sent, and what became of them.
 * @param props.onMove notes that a photo goes into another slot, because its own was taken on another phone
 * @param props.onChooseAgain lets the user choose other files in place of refused ones
 */
export function SentPhotos({
  going,
  slots,
  next,
  onMove,
  onChooseAgain,
  children,
}: {
  going: { job: Job; phase: UploadPhase }[];
  slots: string;
  /** Another free slot. */
  next: number | undefined;
  onMove: (job: Job, position: number) => void;
  onChooseAgain: () => void;
  /** Notices. */
  children: ReactNode;
}) {
  const { t } = useTranslation('event');
  const countOf = (wanted: UploadPhase) => going.filter(({ phase }) => phase === wanted).length;
  const count = countOf('arrived');
  const waiting = countOf('waiting');
  const isDone = going.every(({ phase }) => ['arrived', 'waiting', 'failed'].includes(phase));
  const title =
    isDone && count > 0 ? t('add.done', { count }) : t('add.yours', { count: going.length });

  function chooseAgain() {
    for (const { job, phase } of going) {
      // Waiting uploads continue by themselves.
      if (phase === 'failed') discardUpload(job.uploadId);
    }
    onChooseAgain();
  }
  return (
    <>
      <DialogHead title={title} closeTo={slots} className="px-gutter py-2" />
      <div className="m-auto w-full max-w-120 px-gutter py-4">
        <ul className="slots">
          {going.map(({ job }) => (
            <SentPhoto
              key={job.id}
              job={job}
              next={next}
              onMove={(position) => {
                onMove(job, position);
                void withQueue((queue) => queue.moveUpload(job.uploadId, position));
              }}
            />
          ))}
        </ul>
      </div>
      <div className={`dialog low gap-3 ${isDone ? 'grid' : 'hidden'}`}>
        {children}
        {isDone && (
          <div className="actions mt-0" role="status">
            {count > 0 && (
              <Link className="button" to={paths.feed()} replace>
                {t('add.see', { count })}
              </Link>
            )}
            {waiting > 0 && <p>{t('waiting.text', { count: waiting })}</p>}
            {countOf('failed') > 0 && (
              <button className="button quiet" type="button" onClick={chooseAgain}>
                {t('add.choose', { count: 1 })}
              </button>
            )}
            <DialogCloseLink to={slots}>{t('add.stay')}</DialogCloseLink>
          </div>
        )}
      </div>
    </>
  );
}

/** A photo that is being sent, was sent, or has failed. */
function SentPhoto({
  job: { slot, url, uploadId },
  next,
  onMove,
}: {
  job: Job;
  /** Another free slot. */
  next: number | undefined;
  onMove: (position: number) => void;
}) {
  const { t } = useTranslation('event');
  // Shown here, so that no toast repeats it.
  useSlotUpload(slot);
  const upload = entries.get(uploadId)?.view;
  if (!upload || upload.phase === 'arrived') {
    return (
      <li className="print min-w-0">
        <span className="shot developed aspect-3/4">
          <img src={url} alt="" />
        </span>
        <div className="flex min-h-touch items-center justify-between pl-1.5">
          <span className="font-display leading-none">
            {upload?.slot.position ?? slot.position}
          </span>
          <Icon name="check" />
        </div>
      </li>
    );
  }
  if (upload.phase !== 'failed') return <SendingSlot upload={upload} />;
  const { reason } = upload;
  return (
    <li className="flex min-w-0 flex-col gap-2">
      <div className={`bad flex-1 ${VACANT_CLASS}`} role="alert">
        <FailedFace id={`sent-${slot.position}`} failure={reason} />
      </div>
      {canRetry(reason) && (
        <RetryButton onPress={() => void withQueue((queue) => queue.retryUpload(uploadId))} />
      )}
      {canMove(reason) && next !== undefined && (
        <button className="button slim w-full" type="button" onClick={() => onMove(next)}>
          {t('waiting.into', { position: next })}
        </button>
      )}
    </li>
  );
}
