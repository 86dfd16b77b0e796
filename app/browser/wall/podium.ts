import { one, part, setClass, setText, unit } from './parts';
import { clearPicture, loadPicture } from './pictures';
import type { Stand } from './reveal-frame';
import { fill, type WallTexts } from './texts';

// The podium: first place in the middle, second to its left, third to its right. While standings are hidden, a cloth
// hangs in front of it, and nothing is behind the cloth.

/** Photos that share a place are next to each other; no more than this many fit. */
const MOST = 5;
/** An id that no photo has. */
const NONE = -1;
/** A podium's prints have these proportions. */
const RATIO = 3 / 4;
/** In the air, during the reveal, a print is wider than on its block. */
const WIDTH = 26;
/** A photo whose file did not arrive is tried again after this long. */
const TRY_AGAIN_MS = 1500;

const STANDS: Stand[] = ['waits', 'covered', 'up'];

/** A place on the podium. */
export interface Row {
  place: number;
  /** Null until it is told. */
  stars: number | null;
  /** Whose photo it is; empty until it is told. */
  name: string;
  /** Null for a blank print; undefined without a print. */
  photo: { id: number; imageUrl: string; width: number; height: number } | null | undefined;
  stand: Stand;
  /** Whether a duel gave it the first place, as far as that is told. */
  isAfterDuel: boolean;
  /** Shares a place that is not told yet: its neighbor represents both. */
  isLater: boolean;
}

/** Before the first star the places have no photos. */
const EMPTY: Row[] = [1, 2, 3].map((place) => ({
  place,
  stars: null,
  name: '',
  photo: undefined,
  stand: 'down',
  isAfterDuel: false,
  isLater: false,
}));

export function createPodium(texts: WallTexts) {
  const list = part('podium');
  const steps = Array.from(list.children) as HTMLElement[];
  const cloth = part('cloth');
  /** The photo in each step's image. */
  let drawn: number[] = [];
  let timers: ReturnType<typeof setTimeout>[] = [];

  /** @param places null while the standings are hidden */
  function draw(places: readonly Row[] | null): void {
    cloth.hidden = places !== null;
    list.hidden = places === null;
    if (!places) {
      setText(part('cloth-words'), texts.podium.hidden);
      clear();
      return;
    }
    const rows = places.length > 0 ? places.slice(0, MOST) : EMPTY;
    setClass(list, 'tight', rows.length > 3);
    steps.forEach((step, index) => {
      const row = rows[index];
      step.hidden = !row;
      if (!row) return forget(step, index);
      // The first is in the middle, the next to its left, the next to its right.
      step.style.order = String(index % 2 === 0 ? index : -index);
      setClass(step, 'left', index % 2 === 1);
      setClass(step, 'right', index > 0 && index % 2 === 0);
      for (const place of [1, 2, 3]) setClass(step, `place${place}`, row.place === place);
      for (const stand of STANDS) setClass(step, stand, row.stand === stand);
      setClass(step, 'later', row.isLater);
      setText(one(step, '.place'), String(row.place));
      setText(one(step, '.who'), row.name);
      setText(one(step, '.after'), row.isAfterDuel ? texts.duel.after : '');
      setText(one(step, '.count'), row.stars === null ? '' : String(row.stars));
      one(step, '.stars').style.visibility = row.stars === null ? 'hidden' : '';
      one(step, '.print').hidden = row.photo === undefined;
      if (!row.photo) empty(step, index);
      else drawPhoto(step, index, row.photo);
      const isTold = row.photo && row.stars !== null;
      one<HTMLImageElement>(step, 'img').alt = isTold ? fill(texts.alt, { name: row.name }) : '';
    });
  }

  function drawPhoto(step: HTMLElement, index: number, photo: NonNullable<Row['photo']>): void {
    if (drawn[index] === photo.id) return;
    drawn[index] = photo.id;
    load(step, index, photo);
  }

  function load(step: HTMLElement, index: number, photo: NonNullable<Row['photo']>): void {
    const image = one<HTMLImageElement>(step, 'img');
    clearTimeout(timers[index]);
    // A landscape is as high as its print, and its sides are cropped.
    const widened = Math.max(1, photo.width / photo.height / RATIO);
    void loadPicture(image, photo, WIDTH * widened * unit()).then((isLoaded) => {
      if (drawn[index] !== photo.id) return;
      // A print without its file is blank and shows no broken-image icon.
      image.style.visibility = isLoaded ? '' : 'hidden';
      if (!isLoaded) timers[index] = setTimeout(() => load(step, index, photo), TRY_AGAIN_MS);
    });
  }

  function empty(step: HTMLElement, index: number): void {
    clearTimeout(timers[index]);
    drawn[index] = NONE;
    const image = one<HTMLImageElement>(step, 'img');
    clearPicture(image);
    image.alt = '';
  }

  function forget(step: HTMLElement, index: number): void {
    empty(step, index);
    step.hidden = true;
    for (const name of ['.place', '.who', '.after', '.count']) setText(one(step, name), '');
  }

  function clear(): void {
    steps.forEach(forget);
    drawn = [];
    timers = [];
  }

  return { draw, clear };
}
