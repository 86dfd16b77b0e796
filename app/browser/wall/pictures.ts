import { photoSrcSet } from '~/models/photo/rules';

// Photos in the wall's few image elements.

/** On a dead network a request may take minutes. */
const LOAD_WITHIN_MS = 10_000;

/**
 * Loads and decodes a photo's file in an image element.
 * @param width of the element, in CSS pixels: the smallest file that is at least as wide is loaded
 * @returns whether it can be shown; false if the file did not arrive, or if the element got another photo meanwhile
 */
export function loadPicture(
  image: HTMLImageElement,
  photo: { imageUrl: string; width: number },
  width: number,
): Promise<boolean> {
  clearPicture(image);
  image.sizes = `${Math.ceil(width)}px`;
  image.srcset = photoSrcSet(photo);
  image.src = photo.imageUrl;
  const source = image.srcset;
  const loaded = image.decode ? image.decode() : onceLoaded(image);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), LOAD_WITHIN_MS);
    const settle = (isLoaded: boolean) => {
      clearTimeout(timer);
      resolve(isLoaded && image.srcset === source);
    };
    loaded.then(
      () => settle(true),
      () => settle(false),
    );
  });
}

/** Removes the photo from an element, so that the browser drops the decoded pixels. */
export function clearPicture(image: HTMLImageElement): void {
  image.removeAttribute('srcset');
  image.removeAttribute('src');
}

function onceLoaded(image: HTMLImageElement): Promise<void> {
  return new Promise((resolve, reject) => {
    image.onload = () => resolve();
    image.onerror = () => reject(new Error('No such picture'));
  });
}
