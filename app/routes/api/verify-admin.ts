import { verifyAdmin } from '~/http/admin.server';
import { defineEndpoint, englishText, method } from '~/http/api.server';
import { noteRefusal } from '~/http/refusal.server';
import { DomainError } from '~/models/errors';
import { adminCheckSchema } from '~/models/user.schema';

/** `/api/verify-admin`: the administrator's credentials once more, good for 30 minutes. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'member',
    body: adminCheckSchema,
    handler: async ({ args, identity, body }) => {
      const check = await verifyAdmin(args, { userId: identity.user.id, ...body });
      if (check.isAdmin) return { isAdmin: true, message: 'Admin access granted' };
      const refusal = new DomainError(check.refusal);
      noteRefusal(args, refusal);
      const answer = { isAdmin: false, message: englishText(refusal.code) };
      return Response.json(answer, { status: refusal.status });
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
