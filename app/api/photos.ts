import { endpoints } from '~/endpoints';
import { endpoint, method, assertSameEvent, ReadyAnswer } from '~/http/api.server';
import { receiveUpload } from '~/http/uploads.server';
import { DomainError } from '~/models/errors';
import { presentTopPhoto } from '~/models/photo/star.server';
import { parseValues } from '~/models/fields.schema';
import { readPlace, writePlace } from '~/models/list-place';
import { approvePhoto } from '~/models/photo/approval.server';
import { changeCaption } from '~/models/photo/caption.server';
import { captionSchema, photoDataField } from '~/models/photo/schema';
import { captionField } from '~/models/photo/upload.schema';
import { listUserPhotos } from '~/models/photo/read.server';
import { presentPhotosTo, presentPhotoTo } from '~/models/photo/views.server';
import { addPhoto, deletePhoto } from '~/models/photo/write.server';
import { getMember } from '~/models/user/read.server';

export const photos = [
  /** `/api/photos`: multipart `image`, `data`, and perhaps `caption`; adds a photo to one of the user's own
   * slots. */
  endpoint('/api/photos', {
    POST: method({
      who: 'member',
      status: 201,
      handler: async ({ args, app, identity: { actor, user } }) => {
        await using upload = await receiveUpload(args, { sender: user.id });
        const data = parseValues(photoDataField, upload.fields.data);
        const caption = parseValues(captionField, upload.fields.caption);
        const photo = await addPhoto(app, { actor, ...data, caption, file: upload.file });
        return presentPhotoTo(actor, photo, app);
      },
    }),
  }),

  /**
   * `/api/photos/{photoId}`: changes a photo's caption, by its owner; the organizer may remove it. Deletes the
   * photo, by either.
   */
  endpoint('/api/photos/:photoId', {
    PATCH: method({
      who: 'member',
      params: ['photoId'],
      body: captionSchema,
      handler: async ({ app, identity: { actor }, params, body: { caption } }) => {
        const photo = await changeCaption(app.db, { photoId: params.photoId, actor, caption });
        return presentPhotoTo(actor, photo, app);
      },
    }),
    DELETE: method({
      who: 'member',
      params: ['photoId'],
      failed: 'photo_deletion_failed',
      handler: async ({ app, identity, params }) => {
        await deletePhoto(app, { photoId: params.photoId, actor: identity.actor });
        return { success: true };
      },
    }),
  }),

  /** `/api/photos/{photoId}/approve`: shows a photo that waits to everybody, by the organizer. */
  endpoint('/api/photos/:photoId/approve', {
    POST: method({
      who: 'organizer',
      params: ['photoId'],
      handler: async ({ app, identity: { actor }, params: { photoId } }) => {
        const photo = await approvePhoto(app.db, { photoId, actor, now: app.now() });
        return presentPhotoTo(actor, photo, app);
      },
    }),
  }),

  /** `/api/photos/user/{userId}`: one member's photos by slot. */
  endpoint('/api/photos/user/:userId', {
    GET: method({
      who: 'visit',
      params: ['userId'],
      handler: async ({ app, identity, params }) => {
        const eventId = identity.event.id;
        const member = await getMember(app.db, {
          userId: params.userId,
          eventId,
          reader: identity.actor,
        });
        const photos = await listUserPhotos(app.db, {
          eventId,
          userId: member.id,
          reader: identity.actor,
        });
        return presentPhotosTo(identity.actor, photos, app);
      },
    }),
  }),

  /** `/api/photos/event/{eventId}`: the feed, newest first, whole or in pages (rule `api.pages`), or only its ids. */
  endpoint('/api/photos/event/:eventId', {
    GET: method({
      who: 'visit',
      params: ['eventId'],
      handler: async ({ app, identity, params: { eventId }, query }) => {
        assertSameEvent(identity, eventId);
        if (query.get('fields') === 'id') {
          const ids = await app.feeds.photoIds(eventId, identity.actor);
          return ids.map((id) => ({ id }));
        }
        const limit = query.has('limit') ? Number(query.get('limit')) : undefined;
        const after = readAfter(query.get('after'));
        const { json, etag, next } = await app.feeds.read({
          eventId,
          after,
          limit,
          reader: identity.actor,
        });
        const more = next && endpoints.eventPhotos(eventId, { limit, after: writePlace(next) });
        return new ReadyAnswer(json, etag, more ? { Link: `<${more}>; rel="next"` } : {});
      },
    }),
  }),

  /** `/api/events/{eventId}/top-photos?limit=10`: the ranking. */
  endpoint('/api/events/:eventId/top-photos', {
    GET: method({
      who: 'visit',
      params: ['eventId'],
      handler: async ({ app, identity, params: { eventId }, query }) => {
        assertSameEvent(identity, eventId);
        const limit = query.get('limit');
        const photos = await app.feeds.ranking(
          identity.actor,
          limit === null ? undefined : Number(limit),
        );
        return photos.map((photo) => presentTopPhoto(photo, app.storage));
      },
    }),
  }),
];

/**
 * Parses the position after which a page begins.
 * @throws DomainError invalid_request if it is malformed
 */
function readAfter(text: string | null) {
  if (text === null) return undefined;
  const after = readPlace(text);
  if (!after) throw new DomainError('invalid_request');
  return after;
}
