import { useEffect, useRef } from 'react';
import type { PhotoWatch } from './watch-photos';

// The code that notes what is seen is loaded after the page: by then nobody can have looked at a photo for a second.

/**
 * Notes which photos of a screen are seen, except the reader's own. Each is an element whose id is `photo-` and the
 * photo's id.
 */
export function useSeenOnScreen(photos: readonly { id: number; isOwn: boolean }[]): void {
  const watch = useRef<Promise<PhotoWatch>>();
  useEffect(
    () => () => {
      void watch.current?.then((watching) => watching.stop());
      watch.current = undefined;
    },
    [],
  );
  useEffect(() => {
    watch.current ??= import('./watch-photos').then(({ watchPhotos }) => watchPhotos());
    watch.current.then(
      (watching) => {
        for (const { id, isOwn } of photos) {
          const photo = isOwn ? null : document.getElementById(`photo-${id}`);
          if (photo) watching.add(id, photo.querySelector('.shot') ?? photo);
        }
      },
      // Without a network the next screen tries again.
      () => (watch.current = undefined),
    );
  }, [photos]);
}

/** Notes that a photo was opened. */
export function useOpened({ id, isOwn }: { id: number; isOwn: boolean }): void {
  useEffect(() => {
    if (isOwn) return;
    import('./seen-store').then(
      ({ noteSeen }) => noteSeen(id),
      () => undefined,
    );
  }, [id, isOwn]);
}
