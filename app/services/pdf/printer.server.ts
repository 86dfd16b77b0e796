import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { createQueue } from '../queue.server';
import type { InvitationContent } from './sheet.server';
import { createPdfThread, type PdfThread } from './pdf-thread.server';

/** 186 × 116 mm at 96 dots an inch, twice over. */
const PICTURE_PIXELS = { width: 1406, height: 877 };
const PICTURE_QUALITY = 98;
const QUEUE_LIMIT = 20;
const CACHE_BYTES = 32 * 1024 * 1024;

/** What to print. */
export type InvitationOrder = Omit<InvitationContent, 'picture'> & {
  picture: InvitationPicture | null;
};

/** A picture as it is stored. */
export interface InvitationPicture {
  /** Its name, under which there is never another one. */
  key: string;
  /** Its bytes, asked for when the invitation is made; null when they cannot be had now. */
  read(): Promise<Uint8Array | null>;
}

/** Makes invitations, one at a time: each is half a second of pure computing, and anyone may ask. */
export interface InvitationPrinter {
  /**
   * An invitation as a PDF. A picture that cannot be decoded is left out. The last ones are kept,
   * and who orders the same at the same time gets the same one.
   * @param options.beforeRender asked before one is made that is neither kept nor being made; what it
   *   throws refuses this order and no other one
   * @throws what `refuse` makes when too many wait already
   */
  print(
    order: InvitationOrder,
    options?: { beforeRender?: () => Promise<void> },
  ): Promise<Uint8Array>;
  /** Refuses what waits and whatever comes, and resolves when the running one is done. */
  close(): Promise<void>;
}

/** Names what an order is for: the same for the same content, and for no other one. */
export function invitationKey({ picture, ...content }: InvitationOrder): string {
  const named = JSON.stringify([picture?.key ?? null, content]);
  return createHash('sha256').update(named).digest('base64url');
}

/**
 * Makes the printer.
 * @param options.refuse makes the error for one too many
 * @param options.cacheBytes how much of what was made is kept
 */
export function createInvitationPrinter(options: {
  refuse: () => Error;
  cacheBytes?: number;
  thread?: PdfThread;
}): InvitationPrinter {
  const { refuse, cacheBytes = CACHE_BYTES, thread = createPdfThread() } = options;
  const queue = createQueue({ concurrency: 1, limit: QUEUE_LIMIT, refuse });
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: cacheBytes,
    sizeCalculation: (pdf) => pdf.byteLength,
  });
  const beingMade = new Map<string, Promise<Uint8Array>>();

  const make = async (key: string, order: InvitationOrder): Promise<Uint8Array> => {
    const stored = (await order.picture?.read()) ?? null;
    const picture = stored && (await toJpeg(stored));
    const pdf = await thread.render({ ...order, picture });
    // Without the picture it should have it is good for now only.
    if (!order.picture || stored) kept.set(key, pdf);
    return pdf;
  };

  return {
    async print(order, { beforeRender } = {}) {
      const key = invitationKey(order);
      const find = () => kept.get(key) ?? beingMade.get(key);
      if (!find()) await beforeRender?.();
      const found = find();
      if (found) return found;
      const pdf = queue.run(() => make(key, order)).finally(() => beingMade.delete(key));
      beingMade.set(key, pdf);
      return pdf;
    },
    async close() {
      await queue.close();
      await thread.close();
    },
  };
}

/**
 * PDF knows no WebP. This needs no thread of ours: libvips works in those of the process, and loading
 * it a second time would turn its cache on again for all.
 */
async function toJpeg(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    return await sharp(bytes)
      .resize({ ...PICTURE_PIXELS, fit: 'cover', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: PICTURE_QUALITY })
      .toBuffer();
  } catch {
    return null;
  }
}
