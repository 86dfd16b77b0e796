import { z } from 'zod';
import { parseFtpHost } from '~/services/storage/ftp-host';
import { onOrOff, text } from '../fields.schema';

const VALUE_MAX = 255;

const isWebAddress = (value: string) =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
/** FTP's commands are lines, so a line break would begin another command. */
const isOneLine = (value: string) => !/\p{Cc}/u.test(value);
/** Folders that lead nowhere else. */
const isDirectory = (value: string) =>
  !/[\p{Cc}\\]/u.test(value) && !value.split('/').some((part) => part === '..' || part === '.');

/** The form 'Configure FTP Storage' and `POST /api/admin/storage-config`. */
export const ftpSettingsSchema = z.object({
  ftpHost: text(1, 'ftp_host_required')
    .max(VALUE_MAX, 'ftp_host_invalid')
    .refine((value) => parseFtpHost(value) !== null, { message: 'ftp_host_invalid' }),
  ftpUser: text(1, 'ftp_user_required')
    .max(VALUE_MAX, 'ftp_user_required')
    .refine(isOneLine, { message: 'ftp_user_required' }),
  // Not trimmed: a password may begin with a space.
  ftpPassword: z
    .string({ error: 'ftp_password_required' })
    .min(1, 'ftp_password_required')
    .max(VALUE_MAX, 'ftp_password_required')
    .refine(isOneLine, { message: 'ftp_password_required' }),
  ftpDirectory: z
    .string({ error: 'ftp_directory_invalid' })
    .trim()
    .max(VALUE_MAX, 'ftp_directory_invalid')
    .refine(isDirectory, { message: 'ftp_directory_invalid' })
    .default(''),
  ftpBaseUrl: text(1, 'ftp_base_url_required')
    .max(VALUE_MAX, 'ftp_base_url_invalid')
    .refine(isWebAddress, { message: 'ftp_base_url_invalid' }),
  /** Whether a restart keeps them: a boolean in JSON or a ticked box; a missing one means no. */
  keep: z.union([z.boolean(), z.literal('on').transform(() => true)]).default(false),
});

export type FtpSettings = z.infer<typeof ftpSettingsSchema>;

/** `POST /api/admin/storage-mode`, and the switch on the screen. */
export const storageModeSchema = z.object({
  useFtp: onOrOff,
});
