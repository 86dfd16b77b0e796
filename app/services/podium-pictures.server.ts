import { createHash } from 'node:crypto';
import type { ImageProcessor } from './images.server';
import { createMadeOnce } from './made-once.server';
import type { PodiumContent } from './pdf/podium-drawing.server';
import type { Printer, StoredPicture } from './pdf/printer.server';
import { placeSteps } from './podium-geometry';

/** About a hundred pictures. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** A picture of the podium to make: what it says, and the photo of each step where somebody stands. */
export interface PodiumOrder {
  content: PodiumContent;
  /** In the order of the steps; null for an empty one. */
  pictures: (StoredPicture | null)[];
}

/** Makes the pictures of podiums that are shared. */
export interface PodiumPictures {
  /**
   * Makes a picture, as a JPEG. A photo that cannot be read leaves its print blank. Recent pictures are cached, and
   * simultaneous requests for the same one share it.
   * @param options.beforeMake called before a picture is made that is neither cached nor in progress; if it throws,
   *   only this request fails
   * @throws ImageError busy, failed; what the printer throws when its queue is full
   */
  make(order: PodiumOrder, options?: { beforeMake?: () => Promise<void> }): Promise<Uint8Array>;
}

/** The cache key of a picture, unique per content. */
export function podiumKey({ content, pictures }: PodiumOrder): string {
  const named = JSON.stringify([pictures.map((picture) => picture?.key ?? null), content]);
  return createHash('sha256').update(named).digest('base64url');
}

/**
 * Creates the maker of pictures.
 * @param deps.printer draws the texts
 * @param deps.images puts drawing and photos together
 */
export function createPodiumPictures(deps: {
  printer: Pick<Printer, 'draw'>;
  images: Pick<ImageProcessor, 'toPodium'>;
}): PodiumPictures {
  const made = createMadeOnce({ bytes: CACHE_BYTES });

  async function make({ content, pictures }: PodiumOrder) {
    const drawing = await deps.printer.draw(content);
    const placed = placeSteps(
      content.format,
      content.steps.map(({ place }) => place),
    );
    const taken = placed.flatMap(({ print: box, tilt }, index) => {
      const picture = pictures[index];
      return picture ? [{ picture, box, tilt }] : [];
    });
    const prints = await Promise.all(
      taken.map(async ({ picture, ...place }) => ({ ...place, picture: await picture.read() })),
    );
    const file = await deps.images.toPodium({ drawing, prints });
    // One that lacks a photo is made again, because the photo may be back.
    return { file, isWhole: prints.every(({ picture }) => picture !== null) };
  }

  return {
    make: (order, { beforeMake } = {}) => made.get(podiumKey(order), () => make(order), beforeMake),
  };
}
