import type { Slide } from './rotation';
import { greetingSize, placePrints } from './layout';
import { isStill, one, part, parts, setClass, setText, unit } from './parts';
import { clearPicture, loadPicture } from './pictures';
import { fill, type WallTexts } from './texts';

// The prints: two layers, one of which is visible. The next slide is built in the other, and appears when its photos
// are decoded.

/** The duration of a cross-fade (styles/). */
export const FADE_MS = 600;
const BELOW_CLASSES = ['name', 'beside', 'stacked'] as const;

export type Prints = ReturnType<typeof createPrints>;

export function createPrints(texts: WallTexts) {
  const layers = parts('layer').map((element) => ({
    element,
    slide: [] as Slide,
    figures: Array.from(element.querySelectorAll<HTMLElement>('.print')),
  }));
  const greeting = part('greeting');
  let front = 0;
  let clearing: ReturnType<typeof setTimeout> | undefined;

  type Layer = (typeof layers)[number];

  /** The visible layer, and the other. */
  const layer = (which: 'front' | 'back') => {
    const found = layers[which === 'front' ? front : 1 - front];
    if (!found) throw new Error('The wall has two layers');
    return found;
  };

  /**
   * Builds a slide in the hidden layer.
   * @returns the photos whose files did not arrive
   */
  async function prepare(slide: Slide, nameOf: (userName: string) => string): Promise<number[]> {
    clearTimeout(clearing);
    const back = layer('back');
    empty(back);
    back.slide = slide;
    const widths = arrange(back);
    const failed: number[] = [];
    await Promise.all(
      slide.map(async ({ photo, isNew }, index) => {
        const figure = back.figures[index];
        if (!figure) return;
        const name = nameOf(photo.userName);
        setText(one(figure, '.who'), name);
        one(figure, '.live').hidden = !isNew || photo.isFirst;
        const image = one<HTMLImageElement>(figure, 'img');
        image.alt = altOf(name, photo.caption);
        figure.hidden = false;
        setText(one(figure, '.mission'), photo.mission || '');
        writeCaption(figure, photo.caption);
        const isLoaded = await loadPicture(image, photo, widths[index] || 0);
        if (!isLoaded) failed.push(photo.id);
      }),
    );
    return failed;
  }

  /**
   * Gives the prints of a layer their sizes on this screen.
   * @returns the widths of the photos in CSS pixels
   */
  function arrange({ slide, figures }: Layer): number[] {
    const pixels = unit();
    const placed = placePrints(
      { width: window.innerWidth / pixels, height: window.innerHeight / pixels },
      slide.map(({ photo, isNew }) => ({
        ...photo,
        hasCaption: photo.caption !== null,
        isGreeted: isNew && photo.isFirst,
      })),
    );
    return placed.photos.map(({ width, height }, index) => {
      const figure = figures[index];
      if (!figure) return 0;
      for (const below of BELOW_CLASSES) setClass(figure, below, below === placed.below);
      const tag = one(figure, '.tag');
      setClass(tag, 'on', placed.tagLines > 0);
      setClass(tag, 'two', placed.tagLines === 2);
      const { style } = one(figure, '.shot');
      style.width = `${width}rem`;
      style.height = `${height}rem`;
      return width * pixels;
    });
  }

  function altOf(name: string, caption: string | null): string {
    return caption === null
      ? fill(texts.alt, { name })
      : fill(texts.alt_caption, { name, caption });
  }

  /** Shows the prepared slide; the previous one fades out. */
  function swap(slide: Slide, nameOf: (userName: string) => string): void {
    const old = layer('front');
    front = 1 - front;
    setClass(layer('front').element, 'on', true);
    setClass(old.element, 'on', false);
    const [only] = slide;
    const isGreeted = only !== undefined && only.isNew && only.photo.isFirst;
    if (isGreeted) greet(nameOf(only.photo.userName));
    setClass(greeting, 'on', isGreeted);
    clearing = setTimeout(() => empty(old), isStill() ? 0 : FADE_MS);
  }

  function greet(name: string): void {
    const title = one(greeting, 'h2');
    const text = fill(texts.first, { name });
    setText(title, text);
    title.style.fontSize = `${greetingSize(text)}rem`;
    setText(one(greeting, 'p'), fill(texts.hello, { name }));
  }

  /**
   * Removes prints immediately, without a fade, wherever they are: visible, fading out, or prepared.
   * @param isGone decides it by the photo's id
   */
  function takeOff(isGone: (id: number) => boolean): void {
    for (const { slide, figures } of layers) {
      slide.forEach(({ photo }, index) => {
        const figure = figures[index];
        if (!figure || figure.hidden || !isGone(photo.id)) return;
        blank(figure);
        if (figure.parentElement === layer('front').element) setClass(greeting, 'on', false);
      });
    }
  }

  /** The visible prints. */
  function seen(): { id: number; figure: HTMLElement }[] {
    const { slide, figures } = layer('front');
    const found: { id: number; figure: HTMLElement }[] = [];
    slide.forEach(({ photo }, index) => {
      const figure = figures[index];
      if (figure && !figure.hidden) found.push({ id: photo.id, figure });
    });
    return found;
  }

  return {
    prepare,
    swap,
    takeOff,
    /** The element of a photo's visible print; null if there is none. */
    printOf(id: number): HTMLElement | null {
      const print = seen().find((one) => one.id === id);
      return print ? print.figure : null;
    },
    /** Whether a first photo is being greeted. */
    isGreeting: (): boolean => greeting.classList.contains('on'),
    /** The photos whose prints are visible. */
    shown: (): number[] => seen().map(({ id }) => id),
    /** Fits the visible prints to a screen that has changed. */
    refit: (): void => void arrange(layer('front')),
    /** Writes a caption or a mission that changed while its print is visible. */
    rewrite(
      find: (id: number) => { caption: string | null; mission: string | null } | undefined,
    ): void {
      for (const { id, figure } of seen()) {
        const photo = find(id);
        const text = one(figure, '.caption').textContent;
        if (photo && text !== (photo.caption || '')) writeCaption(figure, photo.caption);
        if (photo) setText(one(figure, '.mission'), photo.mission || '');
      }
    },
    /** Forgets all photos. */
    clear(): void {
      clearTimeout(clearing);
      for (const each of layers) empty(each);
      setClass(greeting, 'on', false);
    },
  };
}

function empty(layer: { slide: Slide; figures: HTMLElement[] }): void {
  for (const figure of layer.figures) blank(figure);
  layer.slide = [];
}

function blank(figure: HTMLElement): void {
  if (figure.hidden) return;
  figure.hidden = true;
  setClass(figure, 'lit', false);
  const image = one<HTMLImageElement>(figure, 'img');
  clearPicture(image);
  image.alt = '';
  for (const words of ['.mission', '.caption', '.who']) setText(one(figure, words), '');
}

/** At most two lines: a longer text first gets smaller letters, and is cut off if that is not enough. */
function writeCaption(figure: HTMLElement, caption: string | null): void {
  const element = one(figure, '.caption');
  setText(element, caption || '');
  for (const size of ['smaller', 'smallest']) setClass(element, size, false);
  if (caption === null) return;
  for (const size of ['smaller', 'smallest']) {
    if (element.scrollHeight <= element.clientHeight + 1) return;
    setClass(element, size, true);
  }
}
