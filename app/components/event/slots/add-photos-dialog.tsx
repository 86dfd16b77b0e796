import { Link } from '@remix-run/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';
import { CaptionField } from '~/components/event/print/caption-field';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { useHydrated } from '~/components/ui/use-hydrated';
import { useDialogTitle } from '~/components/dialogs/dialog-context';
import { useStepFocus } from '~/components/ui/use-step-focus';
import { discardUpload, startUpload, withQueue } from '~/browser/uploads/upload-start';
import type { UploadPlace } from '~/browser/uploads/pending-uploads';
import {
  entries,
  useSlotUpload,
  useUploadPhases,
  useWaitingUploads,
  type PhotoSlot,
  type UploadPhase,
  type UploadView,
} from '~/browser/uploads/upload-views';
import { paths } from '~/paths';
import { ChosenPhotos, useChosenPhotos, type Chosen } from './chosen-photos';
import { RetryButton } from './empty-slot';
import { SendingSlot } from './sending-slot';
import { FailedFace, VACANT_CLASS } from './slot-faces';
import { canMove, canRetry } from './upload-failure';

export interface AddPhotosView {
  userId: number;
  /** The slots without a photo. */
  free: number[];
  /** The URL of the screen with all slots. */
  slots: string;
}

/** A photo with its slot. */
interface Job extends Chosen {
  slot: PhotoSlot;
  uploadId: string;
}

/** Adds as many photos at once as there are free slots (rule `photos.several`). */
export function AddPhotosDialog({ view: { userId, free: all, slots } }: { view: AddPhotosView }) {
  const { t } = useTranslation('event');
  const [taken, setTaken] = useState<readonly number[]>([]);
  const [jobs, setJobs] = useState<Job[]>([]);
  const pending = useWaitingUploads(userId).filter(
    ({ id }) => !jobs.some(({ uploadId }) => uploadId === id),
  );
  const free = useFreeSlots(all, pending).filter((slot) => !taken.includes(slot));
  const phases = useUploadPhases(jobs.map(({ uploadId }) => uploadId));
  const sent = phases.filter((phase) => phase !== 'gone').length;
  const chosen = useChosenPhotos(Math.max(0, free.length - sent));

  function sendAll() {
    const fresh = chosen.photos.map((photo, index): Job => {
      const slot = { userId, position: free[index] ?? 0 };
      const { file, caption } = photo;
      return { ...photo, slot, uploadId: startUpload(slot, file, { anySlot: true, caption }) };
    });
    setJobs(fresh);
    chosen.clear();
  }
  /** Chooses another file for a slot whose file was refused. */
  function chooseAgain() {
    const ended = jobs.filter((_, index) => phases[index] !== 'failed');
    setTaken([...taken, ...ended.map(({ slot }) => slot.position)]);
    jobs.forEach(({ uploadId }, index) => {
      // Waiting uploads continue by themselves.
      if (phases[index] === 'failed') discardUpload(uploadId);
    });
    setJobs([]);
  }
  /** For an upload whose slot was taken in the meantime, on another phone. */
  function move(job: Job, position: number) {
    setTaken([...taken, job.slot.position]);
    const slot = { ...job.slot, position };
    setJobs(jobs.map((one) => (one === job ? { ...one, slot } : one)));
    void withQueue((queue) => queue.moveUpload(job.uploadId, position));
  }

  const going = jobs
    .map((job, index) => ({ job, phase: phases[index] ?? 'gone' }))
    .filter(({ phase }) => phase !== 'gone');
  const countOf = (wanted: UploadPhase) => going.filter(({ phase }) => phase === wanted).length;
  const count = countOf('arrived');
  const waiting = countOf('waiting');
  const isDone = going.every(({ phase }) => ['arrived', 'waiting', 'failed'].includes(phase));
  const next = free.find((slot) => jobs.every((job) => job.slot.position !== slot));
  // If there was room at first, the file picker may be open. Its input must stay, or the choice would be
  // lost.
  const [wasFull] = useState(free.length === 0);
  const full =
    pending.length > 0 ? t('add.pending', { count: pending.length }) : t('add.full_text');
  useStepFocus(useDialogTitle().id, going.length === 0 ? 'choosing' : 'sending');
  if (going.length === 0) {
    const isFull = free.length === 0;
    return (
      <div className="grid gap-4">
        <DialogHead title={isFull ? t('add.full') : undefined} closeTo={slots} />
        {(isFull || chosen.left > 0) && (
          <p className="text-ink-soft" role="status">
            {isFull ? full : t('add.text', { count: chosen.left })}
          </p>
        )}
        {isFull && wasFull ? (
          // The phone's gallery may have shared some.
          <LeftOut names={chosen.leftOut} />
        ) : (
          <ChoosingForm chosen={chosen} free={free} onSend={sendAll} />
        )}
        {isFull && (
          <Link className="button big w-full" to={slots} replace>
            {t('add.slots')}
          </Link>
        )}
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <DialogHead
        title={isDone && count > 0 ? t('add.done', { count }) : undefined}
        closeTo={slots}
      />
      <ul className="slots">
        {going.map(({ job }) => (
          <SentPhoto
            key={job.id}
            job={job}
            next={next}
            onMove={(position) => move(job, position)}
          />
        ))}
      </ul>
      <LeftOut names={chosen.leftOut} />
      {isDone && (
        <div className="actions" role="status">
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
  );
}

/**
 * The free slots for newly chosen photos: the server's free slots, minus the uploads waiting on this device.
 * The slot of a waiting upload stays excluded, because the server may have filled it since.
 */
function useFreeSlots(all: number[], pending: readonly UploadView[]): number[] {
  const waitedFor = useRef(new Set<UploadPlace>());
  for (const { slot } of pending) waitedFor.current.add(slot.position);
  // An upload whose slot was filled by another phone goes into another slot.
  const moving = pending.filter(
    ({ slot: { position } }) => typeof position === 'number' && !all.includes(position),
  );
  const free = all.filter((slot) => !waitedFor.current.has(slot));
  return free.slice(0, Math.max(0, free.length - moving.length));
}

/** The names of photos without a free slot. */
function LeftOut({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('event');
  if (names.length === 0) return null;
  return (
    <Note tone="warn">{t('add.left_out', { count: names.length, names: names.join(', ') })}</Note>
  );
}

/** Without scripts it sends one photo, into the first free slot, and leads to the slots. */
function ChoosingForm({
  chosen,
  free,
  onSend,
}: {
  chosen: ReturnType<typeof useChosenPhotos>;
  free: number[];
  onSend: () => void;
}) {
  const { t } = useTranslation('event');
  const hasScripts = useHydrated();
  const { photos, left } = chosen;
  const post = {
    method: 'post',
    action: paths.photoAdd(),
    encType: 'multipart/form-data',
  } as const;
  return (
    <form
      className="grid gap-4"
      // With scripts the queue sends the photos. A form that posts would wait for its route's code, which
      // may be missing offline.
      {...(hasScripts ? {} : post)}
      onSubmit={(event) => {
        // Enter in a caption, too. The form's own request would be without the chosen photos.
        event.preventDefault();
        if (photos.length > 0) onSend();
      }}
    >
      <input type="hidden" name="position" value={free[0]} />
      <ChosenPhotos chosen={chosen} slots={free} />
      <label className={VACANT_CLASS} hidden={left <= 0}>
        <input
          ref={chosen.input}
          className="file sr-only"
          type="file"
          name="image"
          accept="image/*"
          multiple={hasScripts && left > 1}
          required={photos.length === 0}
          onChange={chosen.take}
        />
        <span className="plus grid size-10 place-items-center rounded-full bg-primary text-on-primary">
          <Icon name="plus" />
          <Icon name="check" />
        </span>
        <span className="noscript:hidden">{t('add.choose', { count: left })}</span>
        <span className="hidden noscript:inline">{t('add.choose', { count: 1 })}</span>
      </label>
      <LeftOut names={chosen.leftOut} />
      {photos.length > 0 && (
        <button className="button big w-full">{t('add.send', { count: photos.length })}</button>
      )}
      <noscript>
        <CaptionField label={t('caption.label')} />
        <button className="button big w-full">{t('slot.send')}</button>
      </noscript>
    </form>
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
