import type { WallPhoto, WallPlace, WallState } from '~/models/wall/rules';
import { one, part, setClass, setText, unit } from './parts';
import { clearPicture, loadPicture } from './pictures';
import { fill, type WallTexts } from './texts';

// The podium: first place in the middle, second at its left, third at its right. While standings are hidden a
// cloth hangs before it, and nothing is behind the cloth.

/** Who shares a place stands beside each other; more than these do not fit. */
const MOST = 5;
/** No photo's id. */
const NONE = -1;
/** Before the first star the places have no photos. */
const EMPTY: WallPlace[] = [1, 2, 3].map((place) => ({ place, photoId: NONE, stars: 0 }));
/** A podium's prints have these proportions. */
const RATIO = 3 / 4;
const WIDTH = 20;

export function createPodium(texts: WallTexts) {
  const list = part('podium');
  const steps = Array.from(list.children) as HTMLElement[];
  const cloth = part('cloth');
  /** The photo in each step's image. */
  let drawn: number[] = [];

  function draw(
    state: Pick<WallState, 'podium'>,
    find: (id: number) => WallPhoto | undefined,
    nameOf: (userName: string) => string,
  ): void {
    cloth.hidden = state.podium !== null;
    list.hidden = state.podium === null;
    if (!state.podium) {
      setText(part('cloth-words'), texts.podium.hidden);
      clear();
      return;
    }
    const rows = state.podium.length > 0 ? state.podium.slice(0, MOST) : EMPTY;
    setClass(list, 'tight', rows.length > 3);
    steps.forEach((step, index) => {
      const row = rows[index];
      step.hidden = !row;
      if (!row) return empty(step, index);
      // The first stands in the middle, the next at its left, the next at its right.
      step.style.order = String(index % 2 === 0 ? index : -index);
      setClass(step, 'left', index % 2 === 1);
      setClass(step, 'right', index > 0 && index % 2 === 0);
      for (const place of [1, 2, 3]) setClass(step, `place${place}`, row.place === place);
      const photo = find(row.photoId);
      setText(one(step, '.place'), String(row.place));
      setText(one(step, '.who'), photo ? nameOf(photo.userName) : '');
      setText(one(step, '.count'), String(row.stars));
      setText(one(step, '.after'), row.afterDuel ? texts.duel.after : '');
      one(step, '.stars').style.visibility = row.photoId === NONE ? 'hidden' : '';
      one(step, '.print').hidden = !photo;
      if (!photo) empty(step, index);
      else drawPhoto(step, index, photo, nameOf(photo.userName));
    });
  }

  function drawPhoto(step: HTMLElement, index: number, photo: WallPhoto, name: string): void {
    if (drawn[index] === photo.id) return;
    drawn[index] = photo.id;
    const image = one<HTMLImageElement>(step, 'img');
    image.alt = fill(texts.alt, { name });
    // A landscape is as high as its print, and its sides are cut.
    const widened = Math.max(1, photo.width / photo.height / RATIO);
    void loadPicture(image, photo, WIDTH * widened * unit()).then((isLoaded) => {
      // It is tried again with the next state.
      if (!isLoaded && drawn[index] === photo.id) drawn[index] = NONE;
    });
  }

  function empty(step: HTMLElement, index: number): void {
    drawn[index] = NONE;
    const image = one<HTMLImageElement>(step, 'img');
    clearPicture(image);
    image.alt = '';
  }

  function clear(): void {
    steps.forEach((step, index) => {
      empty(step, index);
      step.hidden = true;
      for (const name of ['.place', '.who', '.after', '.count']) setText(one(step, name), '');
    });
    drawn = [];
  }

  return { draw, clear };
}
