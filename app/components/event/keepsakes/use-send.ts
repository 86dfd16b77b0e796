import { useRef, useState } from 'react';
import { toast } from '~/components/shell/toast';
import { useHydrated } from '~/components/ui/use-hydrated';

const TYPE = 'image/jpeg';

/**
 * Hands JPEG files to the device's share sheet.
 * @param load gets the files; called at the first press, and again after it failed
 * @param failed reports that it failed
 * @returns whether there is a share sheet that accepts them, the function for the press, whether they are being loaded,
 *   and whether they wait for another press
 */
export function useSend(load: () => Promise<File[]>, failed: string) {
  const [isLoading, setIsLoading] = useState(false);
  const [isReady, setIsReady] = useState(false);
  const loaded = useRef<File[] | null>(null);
  const canSend = useHydrated() && canShareFiles();

  async function send() {
    if (isLoading) return;
    setIsLoading(true);
    try {
      loaded.current ??= await load();
      await navigator.share({ files: loaded.current });
      setIsReady(false);
    } catch (error) {
      const reason = error instanceof DOMException ? error.name : '';
      // The press is too long ago for the browser, or the share sheet was closed.
      if (reason === 'NotAllowedError' && loaded.current && !isReady) setIsReady(true);
      else if (reason !== 'AbortError') toast({ tone: 'bad', title: failed });
    }
    setIsLoading(false);
  }

  return { canSend, send, isLoading, isReady };
}

/** Whether there is a share sheet that accepts JPEG files. */
function canShareFiles(): boolean {
  const sample = new File([''], 'photo.jpg', { type: TYPE });
  return 'canShare' in navigator && navigator.canShare({ files: [sample] });
}

/**
 * A JPEG file from the server.
 * @throws Error if the server does not provide it
 */
export async function jpegAt(url: string, name: string): Promise<File> {
  return new File([await fetchFile(url)], name, { type: TYPE });
}

/**
 * The JPEG of a photo that is stored as WebP, which not every gallery accepts. The device converts it, so that nobody
 * waits for the server to do so.
 * @throws Error if the server does not provide it, or the device cannot read it
 */
export async function jpegOf(url: string, name: string): Promise<File> {
  const bitmap = await createImageBitmap(await fetchFile(url));
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, TYPE, 0.92));
  if (blob?.type !== TYPE) throw new Error('no JPEG');
  return new File([blob], name, { type: TYPE });
}

async function fetchFile(url: string): Promise<Blob> {
  const response = await fetch(url, { headers: { Accept: 'application/json, */*' } });
  if (!response.ok) throw new Error(`no picture: ${response.status}`);
  return response.blob();
}
