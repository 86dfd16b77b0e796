import { useRef, useState } from 'react';
import { useToast } from '~/components/shell/toaster';
import { Icon } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';

const TYPE = 'image/jpeg';

/** Hands a picture to the device's share sheet, where there is one that takes files. */
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
  const toast = useToast();
  const [isLoading, setIsLoading] = useState(false);
  const [isReady, setIsReady] = useState(false);
  const loaded = useRef<File | null>(null);
  const canSend = useHydrated() && canShareFiles();
  if (!canSend) return null;

  async function send() {
    if (isLoading) return;
    setIsLoading(true);
    try {
      loaded.current ??= await fileAt(url, name);
      await navigator.share({ files: [loaded.current] });
      setIsReady(false);
    } catch (error) {
      const reason = error instanceof DOMException ? error.name : '';
      // The press is too long ago for the browser, or the share sheet was closed.
      if (reason === 'NotAllowedError' && loaded.current && !isReady) setIsReady(true);
      else if (reason !== 'AbortError') toast({ tone: 'bad', title: words.failed });
    }
    setIsLoading(false);
  }

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

function canShareFiles(): boolean {
  const sample = new File([''], 'podium.jpg', { type: TYPE });
  return 'canShare' in navigator && navigator.canShare({ files: [sample] });
}

async function fileAt(url: string, name: string): Promise<File> {
  const response = await fetch(url, { headers: { Accept: 'application/json, */*' } });
  if (!response.ok) throw new Error(`no picture: ${response.status}`);
  return new File([await response.blob()], name, { type: TYPE });
}
