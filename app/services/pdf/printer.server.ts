import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { createMadeOnce } from '../made-once.server';
import { createQueue, type QueueFigures } from '../queue.server';
import type { AlbumContent } from './album.server';
import type { CertificateContent } from './certificate.server';
import type { PodiumContent } from './podium-drawing.server';
import type { InvitationContent } from './sheet.server';
import { createPdfThread, type PdfThread } from './pdf-thread.server';

/** 186 × 116 mm at 96 dpi, doubled. */
const PICTURE_PIXELS = { width: 1406, height: 877, fit: 'cover' } as const;
/** A certificate's photo, in either direction, at 300 dpi. */
const CERTIFICATE_PIXELS = { width: 1400, height: 1400, fit: 'inside' } as const;
const PICTURE_QUALITY = 98;
/** An album has hundreds of pictures: at this quality a file is a third of the size, and prints look the same. */
const ALBUM_QUALITY = 88;
const QUEUE_LIMIT = 20;
const CACHE_BYTES = 32 * 1024 * 1024;

/** What a document is rendered from, with its picture still to be read. */
type OrderOf<Content> = Omit<Content, 'picture'> & { picture: StoredPicture | null };

/** An invitation to render. */
export type InvitationOrder = OrderOf<InvitationContent>;

/** A certificate to render. */
export type CertificateOrder = OrderOf<CertificateContent>;

/** An album to render. */
export type AlbumOrder = Omit<AlbumContent, 'pictures'> & {
  /** In the order of the prints, each with the pixels of its longer side on paper. */
  pictures: (StoredPicture & { pixels: number })[];
};

/** Every document that is rendered as a PDF. */
type Order = InvitationOrder | CertificateOrder | AlbumOrder;

/** A stored picture. */
export interface StoredPicture {
  /** Its unique key, which is never reused. */
  key: string;
  /** Reads its bytes when the document is rendered; null if they are not available. */
  read(): Promise<Uint8Array | null>;
}

/** Renders documents, one at a time: each takes half a second of CPU, and anyone can request an invitation. */
export interface Printer {
  /**
   * Renders an invitation, a certificate or an album as a PDF. A picture that cannot be decoded is left out. Recent
   * PDFs are cached, and simultaneous requests for the same one share it.
   * @param options.beforeRender called before a PDF is rendered that is neither cached nor in progress; if it throws,
   *   only this request fails
   * @throws the error that `refuse` creates when the queue is full
   */
  print(order: Order, options?: { beforeRender?: () => Promise<void> }): Promise<Uint8Array>;
  /**
   * Draws a podium without its photos, as an SVG. Nothing is cached.
   * @throws the error that `refuse` creates when the queue is full
   */
  draw(podium: PodiumContent): Promise<Uint8Array>;
  figures(): QueueFigures;
  /** Refuses waiting and new orders, and resolves when the running one is done. */
  close(): Promise<void>;
}

/** The cache key of an order, unique per content. */
export function orderKey(order: Order): string {
  const keys = picturesOf(order).map(({ key }) => key);
  const named = JSON.stringify([keys, { ...order, picture: undefined, pictures: undefined }]);
  return createHash('sha256').update(named).digest('base64url');
}

function picturesOf(order: Order): StoredPicture[] {
  if (order.layout === 'album') return order.pictures;
  return order.picture ? [order.picture] : [];
}

/**
 * Creates the printer.
 * @param options.refuse creates the error for a full queue
 * @param options.cacheBytes the size of the cache
 */
export function createPrinter(options: {
  refuse: () => Error;
  cacheBytes?: number;
  thread?: PdfThread;
}): Printer {
  const { refuse, cacheBytes = CACHE_BYTES, thread = createPdfThread() } = options;
  const queue = createQueue({ concurrency: 1, limit: QUEUE_LIMIT, refuse });
  const made = createMadeOnce({ bytes: cacheBytes });

  const make = async (order: Order) => {
    if (order.layout === 'album') return makeAlbum(order);
    const stored = (await order.picture?.read()) ?? null;
    const pixels = order.layout === 'certificate' ? CERTIFICATE_PIXELS : PICTURE_PIXELS;
    const picture = stored && (await toJpeg(stored, pixels, PICTURE_QUALITY));
    const file = await thread.render({ ...order, picture });
    // A PDF that lacks its picture is not cached.
    return { file, isWhole: !order.picture || stored !== null };
  };

  const makeAlbum = async (order: AlbumOrder) => {
    // One at a time: hundreds of decoded photos would not fit into memory.
    const pictures: (Uint8Array | null)[] = [];
    for (const { pixels, read } of order.pictures) {
      const stored = await read();
      const room = { width: pixels, height: pixels, fit: 'inside' } as const;
      pictures.push(stored && (await toJpeg(stored, room, ALBUM_QUALITY)));
    }
    const file = await thread.render({ ...order, pictures });
    return { file, isWhole: pictures.every((picture) => picture !== null) };
  };

  return {
    print: (order, { beforeRender } = {}) =>
      made.get(orderKey(order), () => queue.run(() => make(order)), beforeRender),
    draw: (podium) => queue.run(() => thread.render(podium)),
    figures: () => queue.figures(),
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
async function toJpeg(
  bytes: Uint8Array,
  room: { width: number; height: number; fit: 'cover' | 'inside' },
  quality: number,
): Promise<Uint8Array | null> {
  try {
    return await sharp(bytes)
      .resize({ ...room, withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality })
      .toBuffer();
  } catch {
    return null;
  }
}
