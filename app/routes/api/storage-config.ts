import { assertAdmin } from '~/http/admin.server';
import { defineEndpoint, method } from '~/http/api.server';
import { ftpSettingsSchema } from '~/models/storage.schema';
import { configureFtp, getStorageConfig } from '~/models/storage-settings.server';

/**
 * `/api/admin/storage-config`: the administrator's, after a fresh check. What is posted is
 * tried out first; a refusal says what the server said. The credentials are never answered.
 */
const endpoint = defineEndpoint({
  GET: method({
    who: 'member',
    handler: async ({ args, app, identity }) => {
      await assertAdmin(args, identity);
      return getStorageConfig(app);
    },
  }),
  POST: method({
    who: 'member',
    body: ftpSettingsSchema,
    handler: async ({ args, app, identity, body }) => {
      const actor = await assertAdmin(args, identity);
      await configureFtp(app, { actor, settings: body });
      return { message: 'FTP configuration saved', ...(await getStorageConfig(app)) };
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
