import { useRef, type RefObject } from 'react';
import { useBrowserLayoutEffect } from '~/components/ui/use-browser-layout-effect';

interface PileActs {
  next(): void;
  back(): void;
  close(): void;
}

/** Right lays the photo aside, left takes it back, s gives or takes the star, Escape closes. */
export function usePileKeys(screen: RefObject<HTMLElement>, acts: PileActs): void {
  const latest = useRef(acts);
  latest.current = acts;
  // Before the browser paints: a pile that is seen takes keys.
  useBrowserLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!screen.current || !isKeyForPile(screen.current, event)) return;
      const { next, back, close } = latest.current;
      if (event.key === 'ArrowRight') next();
      if (event.key === 'ArrowLeft') back();
      if (event.key === 'Escape') close();
      if (event.key === 's') screen.current.querySelector<HTMLElement>('[data-star]')?.click();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [screen]);
}

/** Whether a key is meant for the pile, and not for a dialog over it or a field. */
function isKeyForPile(screen: HTMLElement, { target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return false;
  if (!(target instanceof Element) || target.closest('input, textarea, select')) return false;
  return screen.contains(target) || target.contains(screen);
}
