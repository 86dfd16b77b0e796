import { endpoint, method } from '~/http/api.server';
import { recordSecurity } from '~/http/security-log.server';
import { receiveUpload } from '~/http/uploads.server';
import { parseValues } from '~/models/fields.schema';
import { listBans, liftBan } from '~/models/user/bans.server';
import { setTrusted } from '~/models/photo/approval.server';
import { uploadIdField } from '~/models/photo/upload.schema';
import { setSelfie, removeSelfie } from '~/models/user/write.server';
import { removeParticipant } from '~/models/user/remove.server';
import { trustSchema } from '~/models/user/schema';
import { presentMember, presentUser } from '~/models/user/read.server';

export const people = [
  /** `/api/users/selfie`: multipart `image`; returns the user's own record. */
  endpoint('/api/users/selfie', {
    POST: method({
      who: 'member',
      handler: async ({ args, app, identity: { actor, user } }) => {
        await using upload = await receiveUpload(args, { sender: user.id });
        const uploadId = parseValues(uploadIdField, upload.fields.uploadId);
        const changed = await setSelfie(app, { actor, user, file: upload.file, uploadId });
        return presentUser(changed, app.storage);
      },
    }),
  }),

  /** `/api/users/remove-selfie`: returns the user's own record. */
  endpoint('/api/users/remove-selfie', {
    POST: method({
      who: 'member',
      handler: async ({ app, identity: { actor, user } }) => {
        const changed = await removeSelfie(app, { actor, user });
        return { success: true, ...presentUser(changed, app.storage) };
      },
    }),
  }),

  /** `/api/users/{userId}`: removes a participant, by the organizer; `?keepOut=1` also bans them. */
  endpoint('/api/users/:userId', {
    DELETE: method({
      who: 'organizer',
      params: ['userId'],
      handler: async ({ args, app, identity: { actor, event }, params: { userId }, query }) => {
        const keepOut = query.get('keepOut') === '1';
        await removeParticipant(app, { userId, actor, keepOut });
        await recordSecurity(args, 'member_removed', { userId, eventId: event.id });
        return { success: true };
      },
    }),
  }),

  /** `/api/users/{userId}/trust`: whether a participant's photos need no approval, by the organizer. */
  endpoint('/api/users/:userId/trust', {
    POST: method({
      who: 'organizer',
      params: ['userId'],
      body: trustSchema,
      handler: async ({ app, identity: { actor }, params: { userId }, body: { trusted } }) => {
        const { member } = await setTrusted(app.db, { userId, actor, isTrusted: trusted });
        return { ...presentMember(member, app.storage), trusted: member.isTrusted };
      },
    }),
  }),

  /** `/api/events/{eventId}/kept-out`: lists the people the organizer has banned. */
  endpoint('/api/events/:eventId/kept-out', {
    GET: method({
      who: 'organizer',
      params: ['eventId'],
      handler: ({ app, identity: { actor }, params }) =>
        listBans(app.db, { actor, eventId: params.eventId }),
    }),
  }),

  /** `/api/events/{eventId}/kept-out/{keptOutId}`: lifts a ban. */
  endpoint('/api/events/:eventId/kept-out/:keptOutId', {
    DELETE: method({
      who: 'organizer',
      params: ['eventId', 'keptOutId'],
      handler: async ({ app, identity: { actor }, params: { eventId, keptOutId } }) => {
        await liftBan(app.db, { actor, eventId, id: keptOutId });
        return { success: true };
      },
    }),
  }),
];
