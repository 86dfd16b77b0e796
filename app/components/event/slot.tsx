import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { isCode } from '~/models/error-code';
import { photoSrcSet, thumbnailUrl } from '~/models/photo';
import {
  forgetUpload,
  startUpload,
  usePhotoUpload,
  type PhotoUpload,
  type SlotKey,
} from '~/offline/photo-uploads';
import type { UploadFailure } from '~/offline/send-upload';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { OwnPhoto } from './event-views';
import { placeholderStyle } from './print';
import { useToast } from '~/components/shell/toaster';
import { Icon } from '~/components/ui/icon';

/** How a slot's photo clears once the server has it: it develops in 900 ms. */
const DEVELOPED_MS = 1000;

/** A slot with its photo: opens the viewer, and the confirmation to delete it. */
export function FilledSlot({
  slot,
  photo,
  back,
}: {
  slot: SlotKey;
  photo: OwnPhoto;
  /** Where deleting it leads back to. */
  back: string;
}) {
  const { t } = useTranslation('event');
  const upload = usePhotoUpload(slot);
  const { userId, position } = slot;
  const phase = upload?.phase;
  const hasJustArrived = phase === 'arrived';

  useEffect(() => {
    if (phase !== 'arrived' && phase !== 'failed') return;
    const timer = setTimeout(() => forgetUpload({ userId, position }), DEVELOPED_MS);
    return () => clearTimeout(timer);
  }, [phase, userId, position]);

  return (
    <li className="slot print min-w-0" id={`photo-${photo.id}`}>
      <DialogLink
        className={hasJustArrived ? 'shot developed' : 'shot'}
        to={paths.photo(photo.id, { from: 'profile' })}
      >
        <img
          src={thumbnailUrl(photo.imageUrl, 320)}
          srcSet={photoSrcSet(photo)}
          sizes="(min-width: 60rem) 10rem, 31vw"
          alt={t('photo.own_alt', { position: photo.position })}
          decoding="async"
          style={placeholderStyle(photo.placeholder)}
        />
      </DialogLink>
      <div className="foot">
        <span className="n">{photo.position}</span>
        <DialogLink
          className="iconbtn"
          to={paths.photoDelete(photo.id, { next: back })}
          aria-label={t('slot.delete', { position: photo.position })}
        >
          <Icon name="trash" />
        </DialogLink>
      </div>
    </li>
  );
}

/** An empty slot of a visitor: it leads to Login/Register. */
export function VisitorSlot({ position }: { position: number }) {
  const { t } = useTranslation('event');
  return (
    <li className="slot min-w-0">
      <DialogLink
        className="slot empty h-full"
        to={paths.login({ next: paths.home('profile') })}
        aria-label={t('slot.add_label', { position })}
      >
        <EmptyFace position={position} />
      </DialogLink>
    </li>
  );
}

/**
 * An empty slot. Choosing a file sends it, with progress and a way to stop; without scripts it is a
 * plain form with a button.
 * @param error the code of what went wrong with the form, if it was this slot's
 */
export function EmptySlot({ slot, error }: { slot: SlotKey; error: string | null }) {
  const upload = usePhotoUpload(slot);
  const send = useSendPhoto(slot);
  if (upload && upload.phase !== 'failed') return <SendingSlot slot={slot} upload={upload} />;

  const failure = upload ? upload.reason : error;
  return (
    <li className="slot min-w-0">
      <form
        className="flex h-full flex-col gap-2"
        method="post"
        action={paths.photoAdd()}
        encType="multipart/form-data"
      >
        <input type="hidden" name="position" value={slot.position} />
        <SlotPicker slot={slot} failure={failure} onPick={send} />
        {upload?.phase === 'failed' && canRetry(upload.reason) && (
          <RetryButton onPress={() => send(upload.file)} />
        )}
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
  slot: SlotKey;
  failure: string | null;
  onPick: (file: File) => void;
}) {
  const { t } = useTranslation('event');
  const input = useRef<HTMLInputElement>(null);
  const faceId = `slot-${slot.position}`;

  // A file chosen before the page came alive is sent as well.
  useEffect(() => {
    const file = input.current?.files?.[0];
    if (file) onPick(file);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the page comes alive
  }, []);

  return (
    <label className={failure ? 'slot empty bad grow' : 'slot empty grow'}>
      <input
        ref={input}
        className="vh file"
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

function EmptyFace({ position }: { position: number }) {
  const { t } = useTranslation('event');
  return (
    <>
      <span className="plus">
        <Icon name="plus" />
        <Icon name="check" />
      </span>
      <span>{t('slot.add')}</span>
      <span className="n soft">{position}</span>
    </>
  );
}

function FailedFace({ id, failure }: { id: string; failure: string }) {
  const { t } = useTranslation('event');
  const reason = useFailureText();
  return (
    <>
      <Icon name="alert" />
      <span>{t('slot.not_sent')}</span>
      <span className="tiny font-normal" id={id}>
        {reason(failure)}
      </span>
      {!canRetry(failure) && <span className="tiny font-normal">{t('slot.choose_another')}</span>}
    </>
  );
}

function RetryButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('event');
  return (
    <button className="btn quiet slim wide" type="button" onClick={onPress}>
      <Icon name="refresh" />
      {t('slot.retry')}
    </button>
  );
}

/** Scripts send at once; without them the form has its button. */
function SendButton() {
  const { t } = useTranslation('event');
  return (
    <noscript>
      <button className="btn slim wide">{t('slot.send')}</button>
    </noscript>
  );
}

function SendingSlot({ slot, upload }: { slot: SlotKey; upload: PhotoUpload }) {
  const { t } = useTranslation('event');
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
          className="iconbtn bg-night-deep/75 text-on-night absolute top-1 right-1"
          type="button"
          aria-label={t('slot.cancel', { position: slot.position })}
          onClick={() => forgetUpload(slot)}
        >
          <Icon name="close" />
        </button>
      </span>
      <div className="foot">
        <span className="tiny soft num">
          {upload.phase === 'preparing' ? t('slot.preparing') : t('slot.sending', { percent })}
        </span>
      </div>
      <div
        className="bar100 h-1"
        role="progressbar"
        aria-label={t('slot.progress', { position: slot.position })}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        style={{ '--v': `${percent}%`, '--c': 'var(--color-gold)' } as CSSProperties}
      />
    </li>
  );
}

/** Sends a photo into a slot; then loads the screen anew, or says why not. */
function useSendPhoto(slot: SlotKey) {
  const { t } = useTranslation('event');
  const toast = useToast();
  const reasonText = useFailureText();
  const { revalidate } = useRevalidator();
  return async (file: File) => {
    const failure = await startUpload(slot, file);
    if (failure === 'cancelled') return;
    if (failure === null) return revalidate();
    toast({
      tone: 'bad',
      title: t('slot.failed'),
      text: t('slot.failed_text', { reason: reasonText(failure) }),
    });
  };
}

/** The words for a failure, in the reader's language. */
function useFailureText() {
  const { t } = useTranslation(['event', 'errors']);
  return (failure: string): string => {
    if (failure === 'offline') return t('event:offline');
    if (failure === 'network') return t('event:unknown_error');
    return isCode(failure) ? t(`errors:${failure}`) : t('event:unknown_error');
  };
}

/** Whether the same file may arrive next time; otherwise another one must be chosen. */
function canRetry(failure: UploadFailure | string): boolean {
  return ['offline', 'network', 'busy', 'unknown'].includes(failure);
}
