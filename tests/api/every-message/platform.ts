import { join as joinPath } from 'node:path';
import { serveFolder } from '../../setup/file-server';
import { FTP_PASSWORD, FTP_USER, startFtpServer } from '../../setup/ftp-server';
import { createParty, join } from '../party';
import { call, form, type Rows, type Row } from './row';
import { ADMIN_PASSWORD, administrator, nobody, once, organizer, type Scene } from './scene';
import { signInUserOne } from '../party';

// The administrator's screens.

const STORAGE = '/admin/storage';
const ftpOf = ({ ftp, web }: Scene): Record<string, string> => ({
  ftpHost: `127.0.0.1:${ftp.port}`,
  ftpUser: FTP_USER,
  ftpPassword: FTP_PASSWORD,
  ftpDirectory: 'upload/photos',
  ftpBaseUrl: web.origin,
});
/** What is wrong with the settings of an FTP server, at one of its fields. */
const ftp = (
  wrong: Record<string, string> | ((scene: Scene) => Promise<Record<string, string>>),
  at: string,
): Row => {
  const fields = async (scene: Scene) => ({
    ...ftpOf(scene),
    ...(typeof wrong === 'function' ? await wrong(scene) : wrong),
  });
  return {
    call: call(administrator, 'POST', '/api/admin/storage-config', fields),
    screen: form(
      administrator,
      STORAGE,
      async (scene) => ({ ...(await fields(scene)), intent: 'ftp' }),
      {
        at,
        keeps: {
          ftpUser:
            at === 'ftpUser' && typeof wrong === 'object' ? (wrong.ftpUser ?? FTP_USER) : FTP_USER,
        },
      },
    ),
  };
};
/** A server that refuses something to everybody. */
const refusing = (setting: string) =>
  once(async ({ atEnd }: Scene) => {
    const ftp = await startFtpServer({ settings: { [setting]: 'NO' } });
    const web = await serveFolder(joinPath(ftp.folder, '..'));
    atEnd.push(ftp.clean, web.stop);
    return { ftpHost: `127.0.0.1:${ftp.port}`, ftpBaseUrl: web.origin };
  });

const userOne = once(({ origin }: Scene) => signInUserOne(origin));
const anotherOrganizer = once(async ({ origin }: Scene) => {
  const party = await createParty(origin);
  await join(party);
  return party.organizer.user.id;
});
const cell = (intent: 'end' | 'max', value: string) =>
  form(
    administrator,
    '/admin/events',
    ({ party }) => ({ intent, eventId: String(party.event.id), value }),
    { at: 'value', keeps: { value } },
  );
const setMax = (maxUsers: unknown) =>
  call(administrator, 'PATCH', ({ party }) => `/api/events/${party.event.id}/max-users`, {
    maxUsers,
  });

export const PLATFORM: Rows = {
  max_users_invalid: { call: setMax(0), screen: cell('max', '0') },
  max_users_max: { call: setMax(1_000_001), screen: cell('max', '1000001') },
  day_invalid: {
    call: call(administrator, 'PATCH', ({ party }) => `/api/events/${party.event.id}/dates`, {
      endDate: 'soon',
    }),
    screen: cell('end', ''),
  },
  ftp_host_required: ftp({ ftpHost: ' ' }, 'ftpHost'),
  ftp_host_invalid: ftp({ ftpHost: 'http://ftp.example.com/photos' }, 'ftpHost'),
  ftp_user_required: ftp({ ftpUser: '' }, 'ftpUser'),
  ftp_password_required: ftp({ ftpPassword: '' }, 'ftpPassword'),
  ftp_directory_invalid: ftp({ ftpDirectory: '../elsewhere' }, 'ftpDirectory'),
  ftp_base_url_required: ftp({ ftpBaseUrl: ' ' }, 'ftpBaseUrl'),
  ftp_base_url_invalid: ftp({ ftpBaseUrl: 'photos' }, 'ftpBaseUrl'),
  ftp_connect_failed: ftp({ ftpHost: '127.0.0.1:1' }, 'ftpHost'),
  ftp_sign_in_failed: ftp({ ftpPassword: 'wrong' }, 'ftpUser'),
  ftp_directory_failed: ftp({ ftpDirectory: 'nowhere/photos' }, 'ftpDirectory'),
  ftp_write_failed: ftp(refusing('anon_upload_enable'), 'ftpDirectory'),
  ftp_read_failed: ftp({ ftpBaseUrl: 'http://127.0.0.1:1' }, 'ftpBaseUrl'),
  ftp_delete_failed: ftp(refusing('anon_other_write_enable'), 'ftpDirectory'),
  ftp_not_configured: {
    call: call(administrator, 'POST', '/api/admin/storage-mode', { useFtp: true }),
    screen: form(administrator, STORAGE, { intent: 'mode', useFtp: 'true' }),
  },
  admin_username_required: {
    call: call(administrator, 'PATCH', '/api/admin/credentials', { username: ' ', password: '' }),
    screen: form(
      administrator,
      '/admin/credentials',
      { username: ' ' },
      { at: 'username', keeps: {} },
    ),
  },
  passwords_differ: {
    call: 'A call sends the new password once.',
    screen: form(
      administrator,
      '/admin/credentials',
      { username: 'admin', password: 'open sesame', passwordConfirmation: 'open barley' },
      { at: 'passwordConfirmation' },
    ),
  },
  event_fate_required: {
    call: 'A call that deletes an organizer deletes the event.',
    screen: form(
      administrator,
      async (scene) => `/admin/users/${await anotherOrganizer(scene)}/delete`,
      { typed: '' },
      { at: 'fate', keeps: {} },
    ),
  },
  successor_required: {
    call: 'A call that deletes an organizer deletes the event.',
    screen: form(
      administrator,
      async (scene) => `/admin/users/${await anotherOrganizer(scene)}/delete`,
      { fate: 'stays' },
      { at: 'successorId', keeps: {} },
    ),
  },
  admin_authentication_failed: {
    call: call(userOne, 'POST', '/api/verify-admin', {
      username: 'admin',
      password: 'not the one',
    }),
    screen: form(
      nobody,
      '/admin/verify',
      { username: 'admin', password: 'not the one' },
      { keeps: { username: 'admin' }, says: 'admin:signin.failed' },
    ),
  },
  no_admin_privileges: {
    call: call(organizer, 'POST', '/api/verify-admin', {
      username: 'admin',
      password: ADMIN_PASSWORD,
    }),
    screen: 'Everybody but user 1 is led away from these screens.',
  },
  admin_authentication_required: {
    call: call(userOne, 'GET', '/api/admin/storage-config'),
    screen: 'A screen asks for the credentials instead.',
  },
};
