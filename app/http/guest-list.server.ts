import { z } from 'zod';
import { confirmationMail } from '~/i18n/platform-texts.server';
import { DomainError } from '~/models/errors';
import { mailConfirmation } from '~/models/user/email-confirmation.server';
import { decodeList } from '~/models/user/guest-lines.server';
import type { UserRow } from '~/models/user/read.server';
import { paths } from '~/paths';
import { addressKey } from './address.server';
import type { RequestArgs } from './context';
import { mediaType, readFields, type FormTexts } from './forms.server';
import { originOf } from './origin.server';

/** The name of the field with the list, for a text and for a file. */
const LIST_FIELD = 'list';

/**
 * Reads a guest list from a form: the file if one was chosen, otherwise the text.
 * @throws DomainError unsupported_media, invalid_request
 */
export async function readGuestForm(
  request: Request,
): Promise<{ texts: FormTexts; list: string; isFile: boolean }> {
  const { texts, files } = await readFields(request);
  const file = files.get('file') ?? files.get(LIST_FIELD);
  const list = file
    ? decodeList(new Uint8Array(await file.arrayBuffer()))
    : (texts.get(LIST_FIELD) ?? '');
  return { texts, list, isFile: file !== undefined };
}

const listBody = z.object({ [LIST_FIELD]: z.string() });

/** The bodies that `readGuestCall` reads. */
export const guestListBodies = {
  'application/json': listBody,
  'application/x-www-form-urlencoded': listBody,
  'multipart/form-data': z.object({ [LIST_FIELD]: z.union([z.string(), z.file()]) }),
  'text/plain': z.string(),
  'text/csv': z.string(),
};

/**
 * Reads a guest list from a call: `list` in JSON or in a form, as text or as a file, or a body that is text.
 * @throws DomainError guest_list_empty, and what `readGuestForm` throws
 */
export async function readGuestCall(request: Request): Promise<string> {
  switch (mediaType(request)) {
    case 'text/plain':
    case 'text/csv':
      return decodeList(new Uint8Array(await request.arrayBuffer()));
    case 'application/json': {
      const body: unknown = await request.json().catch(() => {
        throw new DomainError('invalid_request');
      });
      const read = listBody.safeParse(body);
      if (!read.success) throw new DomainError('guest_list_empty', { field: LIST_FIELD });
      return read.data[LIST_FIELD];
    }
    default:
      return (await readGuestForm(request)).list;
  }
}

/**
 * Mails an organizer the link that confirms their address. Nobody can invite by mail without a confirmed address.
 * @throws DomainError too_many_attempts, mail_failed
 */
export async function sendConfirmation(args: RequestArgs, to: UserRow): Promise<void> {
  const { mail, attempts, env } = args.context.app;
  if (!mail) throw new DomainError('mail_failed');
  const write = (token: string) => {
    const link = originOf(args) + paths.emailConfirm(token);
    return confirmationMail({ language: to.language, link, isToInvite: true });
  };
  // This count stays if the mail fails, so that nobody can overload the mail server.
  await attempts.take(['mail_from', addressKey(args)]);
  await mailConfirmation({ mail, attempts, env }, { to, write }).catch((cause: unknown) => {
    throw cause instanceof DomainError ? cause : new DomainError('mail_failed', { cause });
  });
}
