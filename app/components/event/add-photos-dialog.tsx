import { Link } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { useHydrated } from '~/components/ui/use-hydrated';
import { useDialogTitle } from '~/components/dialogs/dialog-context';
import { useStepFocus } from '~/components/ui/use-step-focus';
import { usePhotoUpload } from '~/offline/photo-uploads';
import type { UploadFailure } from '~/offline/send-upload';
import { paths } from '~/paths';
import { ChosenPhotos, useChosenPhotos, type Chosen } from './chosen-photos';
import { RetryButton } from './empty-slot';
import { SendingSlot } from './sending-slot';
import { FailedFace } from './slot-faces';
import { canRetry } from './upload-failure';
import { useSendPhoto, type Sent } from './use-send-photo';

export interface AddPhotosView {
  userId: number;
  /** The slots without a photo, at least one. */
  free: number[];
  /** Where all slots stand. */
  slots: string;
}

/** A photo with the slot that it goes into. */
interface Job extends Chosen {
  slot: { userId: number; position: number };
  sent: Sent | 'sending';
}

/** As many photos at once as slots are free, each into its own (rule `photos.several`). */
export function AddPhotosDialog({ view: { userId, free: all, slots } }: { view: AddPhotosView }) {
  const { t } = useTranslation('own');
  const [taken, setTaken] = useState<readonly number[]>([]);
  const free = all.filter((slot) => !taken.includes(slot));
  const chosen = useChosenPhotos(free.length);
  const [jobs, setJobs] = useState<Job[]>([]);
  const sendPhoto = useSendPhoto();

  async function send(job: Job) {
    const tell = (sent: Job['sent']) =>
      setJobs((all) => all.map((one) => (one.id === job.id ? { ...one, sent } : one)));
    tell('sending');
    tell(await sendPhoto(job.slot, job.file));
  }
  function sendAll() {
    const fresh = chosen.photos.map((photo, index): Job => {
      return { ...photo, slot: { userId, position: free[index] ?? 0 }, sent: 'sending' };
    });
    setJobs(fresh);
    for (const job of fresh) void send(job);
  }
  /** Another file for a slot whose own was refused. */
  function chooseAgain() {
    setTaken([...taken, ...arrived.map(({ slot }) => slot.position)]);
    setJobs([]);
    chosen.clear();
  }

  const going = jobs.filter(({ sent }) => sent !== 'cancelled');
  const arrived = going.filter(({ sent }) => sent === 'arrived');
  const count = arrived.length;
  const isDone = going.every(({ sent }) => sent !== 'sending');
  const isRefused = going.some(({ sent }) => isRefusal(sent) && !canRetry(sent));
  useStepFocus(useDialogTitle().id, going.length === 0 ? 'choosing' : 'sending');
  if (going.length === 0) {
    return (
      <div className="grid gap-4">
        <DialogHead closeTo={slots} />
        <p className="text-ink-soft">{t('add.text', { count: free.length })}</p>
        <ChoosingForm chosen={chosen} free={free} onSend={sendAll} />
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
        {going.map((job) => (
          <SentPhoto key={job.id} job={job} onRetry={() => void send(job)} />
        ))}
      </ul>
      {isDone && (
        <div className="actions" role="status">
          {count > 0 && (
            <Link className="button" to={paths.feed()} replace>
              {t('add.see', { count })}
            </Link>
          )}
          {isRefused && (
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
  const { t } = useTranslation('own');
  const hasScripts = useHydrated();
  const { photos, left } = chosen;
  return (
    <form
      className="grid gap-4"
      method="post"
      action={paths.photoAdd()}
      encType="multipart/form-data"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <input type="hidden" name="position" value={free[0]} />
      <ChosenPhotos chosen={chosen} slots={free} />
      {left > 0 && (
        <label className="slot vacant-slot">
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
          <span className="plus">
            <Icon name="plus" />
            <Icon name="check" />
          </span>
          <span className="scripted">{t('add.choose', { count: left })}</span>
          <span className="unscripted">{t('add.choose', { count: 1 })}</span>
        </label>
      )}
      {chosen.isTooMany && <Note tone="warn">{t('add.too_many', { count: free.length })}</Note>}
      {photos.length > 0 && (
        <button className="button big w-full">{t('add.send', { count: photos.length })}</button>
      )}
      <noscript>
        <button className="button big w-full">{t('slot.send')}</button>
      </noscript>
    </form>
  );
}

const isRefusal = (sent: Job['sent']): sent is UploadFailure =>
  sent !== 'arrived' && sent !== 'sending' && sent !== 'cancelled';

/** A photo on its way, arrived, or not. */
function SentPhoto({ job: { slot, sent, url }, onRetry }: { job: Job; onRetry: () => void }) {
  const upload = usePhotoUpload(slot);
  if (sent === 'sending' && upload) return <SendingSlot slot={slot} upload={upload} />;
  if (!isRefusal(sent)) {
    return (
      <li className="slot print min-w-0">
        <span className="shot developed">
          <img src={url} alt="" />
        </span>
        <div className="foot">
          <span className="number">{slot.position}</span>
          <Icon name="check" />
        </div>
      </li>
    );
  }
  return (
    <li className="slot flex min-w-0 flex-col gap-2">
      <div className="vacant-slot bad flex-1" role="alert">
        <FailedFace id={`sent-${slot.position}`} failure={sent} />
      </div>
      {canRetry(sent) && <RetryButton onPress={onRetry} />}
    </li>
  );
}
