import { isSeenHere, noteSeen } from './seen-store';

/** How much of a photo has to be on the screen, and for how long (rule `seen.what`). */
const PART = 0.5;
const LOOK_MS = 1000;

/** Watches which photos of a screen are seen. */
export interface PhotoWatch {
  /** Watches a photo, once. */
  add(id: number, photo: Element): void;
  stop(): void;
}

/** Begins to watch. A photo below a dialog or on a hidden page does not count as looked at. */
export function watchPhotos(): PhotoWatch {
  const ids = new Map<Element, number>();
  const timers = new Map<Element, ReturnType<typeof setTimeout>>();
  const leave = (photo: Element) => {
    clearTimeout(timers.get(photo));
    timers.delete(photo);
  };
  const look = (photo: Element) => {
    leave(photo);
    timers.set(
      photo,
      setTimeout(() => {
        if (isCovered(photo)) return look(photo);
        leave(photo);
        observer.unobserve(photo);
        const id = ids.get(photo);
        if (id !== undefined) noteSeen(id);
      }, LOOK_MS),
    );
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRatio } of entries) {
        if (isIntersecting && intersectionRatio >= PART) look(target);
        else leave(target);
      }
    },
    { threshold: PART },
  );
  return {
    add(id, photo) {
      if (ids.has(photo) || isSeenHere(id)) return;
      ids.set(photo, id);
      observer.observe(photo);
    },
    stop() {
      observer.disconnect();
      for (const photo of [...timers.keys()]) leave(photo);
    },
  };
}

function isCovered(photo: Element): boolean {
  if (document.hidden) return true;
  const dialogs = document.querySelectorAll('dialog[open]');
  return [...dialogs].some((dialog) => !dialog.contains(photo));
}
