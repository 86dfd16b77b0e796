import type { WallDuel, WallPhoto, WallState } from '~/models/wall/rules';
import { timeLeft } from './countdown';
import { one, part, setClass, setText, unit } from './parts';
import { clearPicture, loadPicture } from './pictures';
import { duelSize } from './duel-size';
import { fill, type WallTexts } from './texts';

// The duel: the photos that share first place, and the time left to choose between them. It replaces every programme
// while it runs, by the server's clock.

/** An id that no photo has. */
const NONE = -1;

const TITLES = ['two', 'three', 'four', 'five'] as const;

export function createDuel(texts: WallTexts) {
  const pane = part('duel');
  const prints = Array.from(pane.querySelectorAll<HTMLElement>('.print'));
  /** The photo in each print's image. */
  let drawn: number[] = [];

  /** The duel that runs at a moment; a state may still have one that has ended. */
  const running = (state: WallState, now: number): WallDuel | null =>
    state.duel && state.duel.photos.length > 0 && now < state.duel.endsAt ? state.duel : null;

  /** @returns in how many ms its text changes */
  function draw(duel: WallDuel, now: number, nameOf: (userName: string) => string): number {
    const screen = { width: window.innerWidth / unit(), height: window.innerHeight / unit() };
    const { photos, startedAt, endsAt } = duel;
    const title = TITLES[Math.min(photos.length, 5) - 2] || 'two';
    setText(part('duel-title'), texts.duel[title]);
    setClass(pane, 'many', photos.length > 2);
    prints.forEach((print, index) => {
      const photo = photos[index];
      print.hidden = !photo;
      if (!photo) return empty(print, index);
      // The words are between two halves of the prints.
      print.style.order = String(index < Math.ceil(photos.length / 2) ? 0 : 2);
      const size = duelSize(photo, photos.length, screen);
      const shot = one(print, '.shot');
      shot.style.width = `${size.width}rem`;
      shot.style.height = `${size.height}rem`;
      setText(one(print, '.caption'), photo.caption || '');
      setText(one(print, '.who'), nameOf(photo.userName));
      if (drawn[index] !== photo.id) drawPhoto(print, index, photo, size.width);
    });
    return drawTime(endsAt - startedAt, endsAt, now);
  }

  function drawTime(whole: number, endsAt: number, now: number): number {
    const left = timeLeft(endsAt, now);
    if (left.unit !== 'seconds') return 1000;
    const clock = `${left.minutes}:${left.seconds < 10 ? '0' : ''}${left.seconds}`;
    setText(part('duel-time'), clock);
    const ring = part('duel-ring');
    ring.setAttribute('aria-label', fill(texts.duel.left, { time: clock }));
    const share = Math.round((1000 * (endsAt - now)) / whole);
    part<SVGElement>('duel-arc').setAttribute('stroke-dasharray', `${share} 1000`);
    return left.changesIn;
  }

  function drawPhoto(print: HTMLElement, index: number, photo: WallPhoto, width: number): void {
    drawn[index] = photo.id;
    const image = one<HTMLImageElement>(print, 'img');
    image.alt = fill(texts.alt, { name: photo.userName });
    void loadPicture(image, photo, width * unit()).then((isLoaded) => {
      // It is tried again with the next second.
      if (!isLoaded && drawn[index] === photo.id) drawn[index] = NONE;
    });
  }

  function empty(print: HTMLElement, index: number): void {
    drawn[index] = NONE;
    const image = one<HTMLImageElement>(print, 'img');
    clearPicture(image);
    image.alt = '';
  }

  function clear(): void {
    prints.forEach((print, index) => {
      empty(print, index);
      print.hidden = true;
      for (const name of ['.caption', '.who']) setText(one(print, name), '');
    });
    drawn = [];
  }

  return { running, draw, clear };
}
