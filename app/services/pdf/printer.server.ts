import sharp from 'sharp';
import { createQueue } from '../queue.server';
import type { InvitationContent } from './invitation-document.server';
import { createPdfThread } from './pdf-thread.server';

/** 190 × 109 mm at 96 dots an inch, twice over. */
const PICTURE_PIXELS = { width: 1436, height: 824 };
const PICTURE_QUALITY = 98;
const QUEUE_LIMIT = 20;

/** What to print: the picture as it is stored. */
export type InvitationOrder = Omit<InvitationContent, 'picture'> & { picture: Uint8Array | null };

/** Makes invitations, one at a time: each is half a second of pure computing, and anyone may ask. */
export interface InvitationPrinter {
  /**
   * An invitation as a PDF. A picture that cannot be decoded is left out.
   * @throws what `refuse` makes when too many wait already
   */
  print(order: InvitationOrder): Promise<Uint8Array>;
  /** Refuses what waits and whatever comes, and resolves when the running one is done. */
  close(): Promise<void>;
}

/** Makes the printer. @param options.refuse makes the error for one too many */
export function createInvitationPrinter(options: { refuse: () => Error }): InvitationPrinter {
  const queue = createQueue({ concurrency: 1, limit: QUEUE_LIMIT, refuse: options.refuse });
  const thread = createPdfThread();
  return {
    print: (order) =>
      queue.run(async () => {
        const picture =
          order.picture && order.layout === 'page' ? await toJpeg(order.picture) : null;
        return thread.render({ ...order, picture });
      }),
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
