import { z } from 'zod';
import { userShape, selfieRemovedShape, trustShape, bannedShape } from '~/models/user/shape';
import { endpoint } from '~/http/api.server';
import { imageForm, method } from '~/http/method.server';
import { recordSecurity } from '~/http/security-log.server';
import { receiveUpload } from '~/http/uploads.server';
import { parseValues } from '~/models/fields.schema';
import { listBans, liftBan } from '~/models/user/bans.server';
import { setTrusted } from '~/models/photo/approval.server';
import { imageFields } from '~/models/photo/upload.schema';
import { setSelfie, removeSelfie } from '~/models/user/write.server';
import { removeParticipant } from '~/models/user/remove.server';
import { removalQuery, trustSchema } from '~/models/user/schema';
import { presentMember, presentUser } from '~/models/user/read.server';

export const people = [
  endpoint('/api/users/selfie', {
    POST: method({
      summary: 'Sets the caller’s selfie',
      who: 'member',
      reads: imageForm(imageFields),
      answer: userShape,
      refusals: ['access_denied'],
      handler: async ({ args, app, identity: { actor, user } }) => {
        await using upload = await receiveUpload(args, { sender: user.id });
        const { uploadId } = parseValues(imageFields, upload.fields);
        const changed = await setSelfie(app, { actor, user, file: upload.file, uploadId });
        return presentUser(changed, app.storage);
      },
    }),
  }),

  endpoint('/api/users/remove-selfie', {
    POST: method({
      summary: 'Removes the caller’s selfie',
      who: 'member',
      answer: selfieRemovedShape,
      refusals: ['access_denied'],
      handler: async ({ app, identity: { actor, user } }) => {
        const changed = await removeSelfie(app, { actor, user });
        return { success: true as const, ...presentUser(changed, app.storage) };
      },
    }),
  }),

  endpoint('/api/users/:userId', {
    DELETE: method({
      summary: 'Removes a participant',
      details: 'With `keepOut=1` they cannot join again.',
      who: 'organizer',
      params: ['userId'],
      query: removalQuery,
      refusals: ['access_denied', 'user_not_found'],
      handler: async ({ args, app, identity: { actor, event }, params: { userId }, query }) => {
        const keepOut = query.keepOut === '1';
        await removeParticipant(app, { userId, actor, keepOut });
        await recordSecurity(args, 'member_removed', { userId, eventId: event.id });
      },
    }),
  }),

  endpoint('/api/users/:userId/trust', {
    POST: method({
      summary: 'Sets whether a participant’s photos need no approval',
      who: 'organizer',
      params: ['userId'],
      body: trustSchema,
      answer: trustShape,
      refusals: ['access_denied', 'user_not_found'],
      handler: async ({ app, identity: { actor }, params: { userId }, body: { trusted } }) => {
        const { member } = await setTrusted(app.db, { userId, actor, isTrusted: trusted });
        return { ...presentMember(member, app.storage), trusted: member.isTrusted };
      },
    }),
  }),

  endpoint('/api/events/:eventId/kept-out', {
    GET: method({
      summary: 'Lists the people who are banned',
      who: 'organizer',
      params: ['eventId'],
      answer: z.array(bannedShape),
      handler: ({ app, identity: { actor }, params }) =>
        listBans(app.db, { actor, eventId: params.eventId }),
    }),
  }),

  endpoint('/api/events/:eventId/kept-out/:keptOutId', {
    DELETE: method({
      summary: 'Lifts a ban',
      who: 'organizer',
      params: ['eventId', 'keptOutId'],
      refusals: ['user_not_found'],
      handler: async ({ app, identity: { actor }, params: { eventId, keptOutId } }) => {
        await liftBan(app.db, { actor, eventId, id: keptOutId });
      },
    }),
  }),
];
