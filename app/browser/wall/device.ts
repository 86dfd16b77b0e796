import type { WallTexts } from './texts';

// What the wall asks of its device: to fill the screen and to stay awake. Older browsers have other names for both, or
// neither.

interface OldElement {
  webkitRequestFullscreen?: () => void;
}
interface OldDocument {
  webkitFullscreenElement?: Element | null;
  webkitExitFullscreen?: () => void;
}

const root = document.documentElement;
const oldRoot = root as OldElement;
const oldDocument = document as OldDocument;

const isFull = () => !!(document.fullscreenElement || oldDocument.webkitFullscreenElement);

/** Fills the screen. Browsers allow it only after a press. */
export function fillScreen(): void {
  if (isFull()) return;
  try {
    if (root.requestFullscreen) root.requestFullscreen().catch(() => undefined);
    else if (oldRoot.webkitRequestFullscreen) oldRoot.webkitRequestFullscreen();
  } catch {
    // The wall is shown in its window.
  }
}

/** Enters or leaves full screen. */
export function toggleFullScreen(): void {
  if (!isFull()) return fillScreen();
  if (document.exitFullscreen) document.exitFullscreen().catch(() => undefined);
  else if (oldDocument.webkitExitFullscreen) oldDocument.webkitExitFullscreen();
}

/** Keeps the device awake while the page is visible; asks again whenever the page becomes visible. */
export function stayAwake(): void {
  if (!('wakeLock' in navigator)) return;
  let lock: WakeLockSentinel | null = null;
  const take = () => {
    if (document.hidden || (lock && !lock.released)) return;
    navigator.wakeLock.request('screen').then(
      (taken) => {
        lock = taken;
        // The first browsers with wake locks have no `released`.
        taken.onrelease = () => {
          lock = null;
        };
      },
      // A device in power-saving mode refuses.
      () => undefined,
    );
  };
  document.addEventListener('visibilitychange', take);
  window.addEventListener('focus', take);
  take();
}

/** A smaller picture is hard to read from a few meters away. */
const LEAST = { long: 960, short: 540 };

/** What this device lacks, as text. */
export function lacksOf(t: WallTexts['start']): string[] {
  const sides = [window.screen.width, window.screen.height].sort((a, b) => a - b);
  const [short = 0, long = 0] = sides;
  const lacks: [boolean, string][] = [
    [long < LEAST.long || short < LEAST.short, t.small],
    [!root.requestFullscreen && !oldRoot.webkitRequestFullscreen, t.no_full_screen],
    [!('wakeLock' in navigator), t.sleeps],
    [!('EventSource' in window), t.no_stream],
    [!('serviceWorker' in navigator), t.no_worker],
    [!('decode' in HTMLImageElement.prototype), t.no_decoding],
  ];
  return lacks.filter(([isLacking]) => isLacking).map(([, text]) => text);
}
