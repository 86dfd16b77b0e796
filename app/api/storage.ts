import { assertAdmin } from '~/http/admin.server';
import { endpoint, method } from '~/http/api.server';
import { configureFtp, getStorageConfig, setStorageMode } from '~/models/storage-settings.server';
import { ftpSettingsSchema, storageModeSchema } from '~/models/storage.schema';

export const storage = [
  /**
   * `/api/admin/storage-config`: the administrator's, after a fresh check. What is posted is
   * tried out first; a refusal says what the server said. The credentials are never answered.
   */
  endpoint('/api/admin/storage-config', {
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
  }),

  /** `/api/admin/storage-mode`: FTP or local, the administrator's, after a fresh check. */
  endpoint('/api/admin/storage-mode', {
    POST: method({
      who: 'member',
      body: storageModeSchema,
      handler: async ({ args, app, identity, body }) => {
        const actor = await assertAdmin(args, identity);
        await setStorageMode(app, { ...body, actor });
        const config = await getStorageConfig(app);
        const message = config.ftpStorageActive
          ? 'Photos are stored on the FTP server from now on'
          : 'Photos are stored on this server from now on';
        return { message, ...config };
      },
    }),
  }),
];
