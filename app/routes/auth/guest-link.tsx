import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { AuthPage } from '~/components/auth/hero';
import { LinkExpired } from '~/components/auth/open-event';
import { rememberGuest } from '~/http/guest-link.server';
import { rememberEvent } from '~/http/last-event.server';
import { privatePageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import { findInviter } from '~/models/event/invitation.server';
import { findGuest } from '~/models/user/guest-mail.server';
import { paths } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['links'] };

/**
 * The link in a guest's invitation (rule `guest-list.link`). It leads to the event's card, and this device
 * remembers whose link it was, for the fields of name and address. It signs nobody in.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { app } = args.context;
  const token = args.params.token ?? '';
  const found = await findGuest(app, { token });
  if (!found) {
    const t = await translator(args.request);
    return data({ title: t('links:link.invalid') }, 404);
  }
  const { id: eventId, name, code } = found.event;
  const { organizerName } = await findInviter(app.db, { eventId });
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  headers.append('Set-Cookie', await rememberGuest(args, token));
  if (code !== null) headers.append('Set-Cookie', await rememberEvent(args, { eventId, code }));
  throw redirect(paths.join({ event: name, organizer: organizerName ?? undefined }), { headers });
}

export const meta = privatePageMeta;

export default function GuestLink() {
  return (
    <AuthPage>
      <LinkExpired />
    </AuthPage>
  );
}
