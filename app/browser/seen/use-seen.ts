import { useEffect, useRef } from 'react';
import { noteSeen } from './seen-store';
import { watchPhotos, type PhotoWatch } from './watch-photos';

/** Notes which photos of a screen are seen, without the reader's own. Each is an element with `photo-` and its id. */
export function useSeenOnScreen(photos: readonly { id: number; isOwn: boolean }[]): void {
  const watch = useRef<PhotoWatch>();
  useEffect(
    () => () => {
      watch.current?.stop();
      watch.current = undefined;
    },
    [],
  );
  useEffect(() => {
    watch.current ??= watchPhotos();
    for (const { id, isOwn } of photos) {
      const photo = isOwn ? null : document.getElementById(`photo-${id}`);
      if (photo) watch.current.add(id, photo.querySelector('.shot') ?? photo);
    }
  }, [photos]);
}

/** Notes that a photo was opened. */
export function useOpened({ id, isOwn }: { id: number; isOwn: boolean }): void {
  useEffect(() => {
    if (!isOwn) noteSeen(id);
  }, [id, isOwn]);
}
