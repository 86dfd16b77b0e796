import { assertAdmin } from '~/http/admin.server';
import { endpoint, method } from '~/http/api.server';
import { configureFtp, getStorageConfig, setStorageMode } from '~/models/storage/settings.server';
import { ftpSettingsSchema, storageModeSchema } from '~/models/storage/schema';

export const storage = [
  /**
   * `/api/admin/storage-config`: reads or sets the FTP settings, by the administrator after a fresh check.
   * New settings are tested first, and an error contains the FTP server's message. Credentials are never
   * returned.
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

  /** `/api/admin/storage-mode`: switches between FTP and local, by the administrator after a fresh check. */
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
