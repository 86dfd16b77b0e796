import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { createQueue } from '../queue.server';
import type { InvitationContent } from './sheet.server';
import { createPdfThread, type PdfThread } from './pdf-thread.server';

/** 186 × 116 mm at 96 dpi, doubled. */
const PICTURE_PIXELS = { width: 1406, height: 877 };
const PICTURE_QUALITY = 98;
const QUEUE_LIMIT = 20;
const CACHE_BYTES = 32 * 1024 * 1024;

/** An invitation to render. */
export type InvitationOrder = Omit<InvitationContent, 'picture'> & {
  picture: InvitationPicture | null;
};

/** A stored picture. */
export interface InvitationPicture {
  /** Its unique key, which is never reused. */
  key: string;
  /** Reads its bytes when the invitation is rendered; null if they are not available. */
  read(): Promise<Uint8Array | null>;
}

/** Renders invitations, one at a time: each takes half a second of CPU, and anyone can request one. */
export interface InvitationPrinter {
  /**
   * Renders an invitation as a PDF. A picture that cannot be decoded is left out. Recent PDFs are cached, and
   * simultaneous requests for the same one share it.
   * @param options.beforeRender called before a PDF is rendered that is neither cached nor in progress; if it
   *   throws, only this request fails
   * @throws the error that `refuse` creates when the queue is full
   */
  print(
    order: InvitationOrder,
    options?: { beforeRender?: () => Promise<void> },
  ): Promise<Uint8Array>;
  /** Refuses waiting and new orders, and resolves when the running one is done. */
  close(): Promise<void>;
}

/** The cache key of an order, unique per content. */
export function invitationKey({ picture, ...content }: InvitationOrder): string {
  const named = JSON.stringify([picture?.key ?? null, content]);
  return createHash('sha256').update(named).digest('base64url');
}

/**
 * Creates the printer.
 * @param options.refuse creates the error for a full queue
 * @param options.cacheBytes the size of the cache
 */
export function createInvitationPrinter(options: {
  refuse: () => Error;
  cacheBytes?: number;
  thread?: PdfThread;
}): InvitationPrinter {
  const { refuse, cacheBytes = CACHE_BYTES, thread = createPdfThread() } = options;
  const queue = createQueue({ concurrency: 1, limit: QUEUE_LIMIT, refuse });
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: cacheBytes,
    sizeCalculation: (pdf) => pdf.byteLength,
  });
  const beingMade = new Map<string, Promise<Uint8Array>>();

  const make = async (key: string, order: InvitationOrder): Promise<Uint8Array> => {
    const stored = (await order.picture?.read()) ?? null;
    const picture = stored && (await toJpeg(stored));
    const pdf = await thread.render({ ...order, picture });
    // A PDF that lacks its picture is not cached.
    if (!order.picture || stored) cache.set(key, pdf);
    return pdf;
  };

  return {
    async print(order, { beforeRender } = {}) {
      const key = invitationKey(order);
      const find = () => cache.get(key) ?? beingMade.get(key);
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
 * PDF does not support WebP. This runs outside our thread: libvips has its own threads, and loading it a
 * second time would turn its cache on again.
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
