import { Icon } from '~/components/ui/icon';
import { jpegAt, useSend } from './use-send';

/** Hands a picture to the device's share sheet, if it has one that accepts files. */
export function SendPicture({
  url,
  name,
  about,
  words,
}: {
  url: string;
  /** The file's name. */
  name: string;
  /** Which picture it is, for screen readers. */
  about: string;
  words: { send: string; again: string; failed: string };
}) {
  const load = async () => [await jpegAt(url, name)];
  const { canSend, send, isLoading, isReady } = useSend(load, words.failed);
  if (!canSend) return null;
  return (
    <button
      className="button quiet"
      type="button"
      onClick={() => void send()}
      aria-disabled={isLoading ? true : undefined}
    >
      {isLoading ? <span className="spinner" /> : <Icon name="share" />}
      <span aria-live="polite">{isReady ? words.again : words.send}</span>
      <span className="sr-only">{about}</span>
    </button>
  );
}
