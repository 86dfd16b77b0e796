import { storageShape, storageChangedShape } from '~/models/storage/shape';
import { endpoint } from '~/http/api.server';
import { method } from '~/http/method.server';
import { configureFtp, getStorageConfig, setStorageMode } from '~/models/storage/settings.server';
import { ftpSettingsSchema, storageModeSchema } from '~/models/storage/schema';

/** What the FTP server refuses, in its own words. */
const FTP = [
  'ftp_connect_failed',
  'ftp_sign_in_failed',
  'ftp_directory_failed',
  'ftp_write_failed',
  'ftp_read_failed',
  'ftp_delete_failed',
] as const;

export const storage = [
  endpoint('/api/admin/storage-config', {
    GET: method({
      summary: 'Reads where photos are stored, without the credentials',
      who: 'administrator',
      answer: storageShape,
      handler: ({ app }) => getStorageConfig(app),
    }),
    POST: method({
      summary: 'Tests the settings of an FTP server and stores photos there',
      details: 'A refusal contains the FTP server’s message.',
      who: 'administrator',
      body: ftpSettingsSchema,
      answer: storageChangedShape,
      refusals: FTP,
      handler: async ({ app, identity: { actor }, body }) => {
        await configureFtp(app, { actor, settings: body });
        return { message: 'FTP configuration saved', ...(await getStorageConfig(app)) };
      },
    }),
  }),

  endpoint('/api/admin/storage-mode', {
    POST: method({
      summary: 'Switches between FTP and this server',
      who: 'administrator',
      body: storageModeSchema,
      answer: storageChangedShape,
      refusals: ['ftp_not_configured'],
      handler: async ({ app, identity: { actor }, body }) => {
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
