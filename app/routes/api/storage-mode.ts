import { assertAdmin } from '~/http/admin.server';
import { defineEndpoint, method } from '~/http/api.server';
import { storageModeSchema } from '~/models/storage.schema';
import { getStorageConfig, setStorageMode } from '~/models/storage-settings.server';

/** `/api/admin/storage-mode`: FTP or local, the administrator's, after a fresh check. */
const endpoint = defineEndpoint({
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
});

export const loader = endpoint.loader;
export const action = endpoint.action;
