import type { LoaderFunctionArgs } from '@remix-run/node';
import { attachment } from '~/http/attachment.server';
import { savedFile } from '~/http/files.server';
import { logRefusal, pageId } from '~/http/refusal.server';
import { markAnswer } from '~/http/revalidation.server';
import { DomainError } from '~/models/errors';
import { readMedia } from '~/models/photo/media.server';
import { getPhoto } from '~/models/photo/read.server';
import { paths } from '~/paths';

/** One photo at full size to save, for members. */
export const photoFile = savedFile('/photos/:photoId/file', {
  who: 'member',
  back: paths.feed(),
  answer: async (args, { actor, event }) => {
    const { app } = args.context;
    const photo = await findPhoto(args, (photoId) =>
      getPhoto(app.db, { photoId, eventId: event.id, reader: actor }),
    );
    const { imageStorage: storage, imageKey: key } = photo ?? {};
    const headers = new Headers({ 'Cache-Control': 'private, no-store' });
    const unchanged = key && markAnswer(args.request, headers, { source: key });
    if (unchanged) return unchanged;
    const bytes = storage && key && (await readMedia(app, { storage, key, variant: 'full' }));
    if (!photo || !bytes) return new Response('Photo not found', { status: 404 });
    headers.set('Content-Type', 'image/webp');
    headers.set('Content-Length', String(bytes.byteLength));
    headers.set('Content-Disposition', attachment(`${photo.userName}-${photo.id}`, '.webp'));
    return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });
  },
});

/** Null for an invalid id, and for a photo that the user may not see. */
async function findPhoto<Photo>(
  args: LoaderFunctionArgs,
  find: (id: number) => Promise<Photo>,
): Promise<Photo | null> {
  try {
    return await find(pageId(args.params.photoId));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    logRefusal(args, error);
    return null;
  }
}
