import { z } from 'zod';
import { photoShape, feedShape, topPhotoShape } from '~/models/photo/shape';
import { endpoints } from '~/endpoints';
import { endpoint, assertSameEvent } from '~/http/api.server';
import { imageForm, method, ReadyAnswer } from '~/http/method.server';
import { receiveUpload } from '~/http/uploads.server';
import { presentTopPhoto } from '~/models/photo/star.server';
import { parseValues } from '~/models/fields.schema';
import { writePlace } from '~/models/list-place';
import { approvePhoto } from '~/models/photo/approval.server';
import { changeCaption } from '~/models/photo/caption.server';
import { captionSchema, feedQuery, photoFields, rankingQuery } from '~/models/photo/schema';
import { listUserPhotos } from '~/models/photo/read.server';
import { presentPhotosTo, presentPhotoTo } from '~/models/photo/views.server';
import { addPhoto, deletePhoto } from '~/models/photo/write.server';
import { getMember } from '~/models/user/read.server';

export const photos = [
  endpoint('/api/photos', {
    POST: method({
      summary: 'Adds a photo to one of the caller’s slots',
      who: 'member',
      onceEnded: 'adding',
      status: 201,
      reads: imageForm(photoFields),
      answer: photoShape,
      refusals: ['access_denied', 'slot_taken', 'slot_unknown', 'photo_not_found'],
      handler: async ({ args, app, identity: { actor, user } }) => {
        await using upload = await receiveUpload(args, { sender: user.id });
        const { data, caption, missionId } = parseValues(photoFields, upload.fields);
        const photo = await addPhoto(app, {
          actor,
          ...data,
          caption,
          mission: missionId,
          file: upload.file,
        });
        return presentPhotoTo(actor, photo, app);
      },
    }),
  }),

  endpoint('/api/photos/:photoId', {
    PATCH: method({
      summary: 'Changes a photo’s caption, by its owner',
      details: 'An organizer may remove it.',
      who: 'member',
      params: ['photoId'],
      body: captionSchema,
      answer: photoShape,
      refusals: ['access_denied', 'photo_not_found'],
      handler: async ({ app, identity: { actor }, params, body: { caption } }) => {
        const photo = await changeCaption(app.db, { photoId: params.photoId, actor, caption });
        return presentPhotoTo(actor, photo, app);
      },
    }),
    DELETE: method({
      summary: 'Deletes a photo, by its owner or an organizer',
      details: 'Once the event has ended, its owner deletes a late one only.',
      who: 'member',
      onceEnded: 'adding',
      params: ['photoId'],
      failed: 'photo_deletion_failed',
      refusals: ['access_denied', 'photo_not_found', 'user_not_found'],
      handler: async ({ app, identity, params }) => {
        await deletePhoto(app, { photoId: params.photoId, actor: identity.actor });
      },
    }),
  }),

  endpoint('/api/photos/:photoId/approve', {
    POST: method({
      summary: 'Shows a photo that waits to everybody',
      who: 'organizer',
      params: ['photoId'],
      answer: photoShape,
      refusals: ['access_denied', 'photo_not_found', 'photo_refused'],
      handler: async ({ app, identity: { actor }, params: { photoId } }) => {
        const photo = await approvePhoto(app.db, { photoId, actor, now: app.now() });
        return presentPhotoTo(actor, photo, app);
      },
    }),
  }),

  endpoint('/api/photos/user/:userId', {
    GET: method({
      summary: 'Lists one member’s photos by slot',
      who: 'visit',
      params: ['userId'],
      answer: z.array(photoShape),
      refusals: ['access_denied', 'user_not_found'],
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

  endpoint('/api/photos/event/:eventId', {
    GET: method({
      summary: 'The feed, newest first',
      details: 'Whole, or in pages, whose `Link` header has the next one.',
      who: 'visit',
      params: ['eventId'],
      query: feedQuery,
      answer: feedShape,
      handler: async ({ app, identity, params: { eventId }, query }) => {
        assertSameEvent(identity, eventId);
        const { fields, limit, after } = query;
        if (fields === 'id') {
          const ids = await app.feeds.photoIds(eventId, identity.actor);
          return ids.map((id) => ({ id }));
        }
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

  endpoint('/api/events/:eventId/top-photos', {
    GET: method({
      summary: 'The ranking',
      who: 'visit',
      params: ['eventId'],
      query: rankingQuery,
      answer: z.array(topPhotoShape),
      refusals: ['standings_hidden'],
      handler: async ({ app, identity, params: { eventId }, query }) => {
        assertSameEvent(identity, eventId);
        const photos = await app.feeds.ranking(identity.actor, query.limit);
        return photos.map((photo) => presentTopPhoto(photo, app.storage));
      },
    }),
  }),
];
