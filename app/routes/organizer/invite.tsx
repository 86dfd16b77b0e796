import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { InviteDialog, type InviteView } from '~/components/organizer/invitation/invite-dialog';
import { requireOrganizer } from '~/http/guards.server';
import { formatDay } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { paths } from '~/paths';
import { linkedOf } from '~/models/event/door';
import { partyDateOf } from '~/models/event/party-date';
import { findInviter } from '~/models/event/invitation.server';
import { misprintOf } from '~/models/event/printed';
import { usualPaper } from '~/services/pdf/layout';
import { pageMeta } from '~/http/page-meta';
import { invitationFor } from './load-invitation.server';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['invitation'] };

/** The ways to invite: code, link, mail, paper. */
export async function loader(args: LoaderFunctionArgs) {
  const { event, user } = await requireOrganizer(args);
  const t = await translator(args.request);
  // Guests find the event by its organizer's name, regardless of who invites them.
  const inviter = await findInviter(args.context.app.db, { eventId: event.id });
  const organizerName = inviter.organizerName ?? user.name;
  const { joinUrl, qr } = await invitationFor(args, {
    event,
    organizerName,
    organizerLanguage: inviter.organizerLanguage,
  });
  const day = formatDay(partyDateOf(event), await languageOf(args.request));
  const names = { event: event.name, organizer: organizerName };
  const view: InviteView = {
    link: linkedOf(event),
    eventName: event.name,
    day,
    joinUrl,
    qr,
    mail: {
      subject: t('invitation:invite.mail_subject', names),
      body: t('invitation:invite.mail_body', { ...names, day, url: joinUrl }),
    },
    print: {
      paper: usualPaper(args.request.headers.get('Accept-Language')),
      misprint: misprintOf(event),
    },
  };
  return { title: t('invitation:invite.title'), view };
}

export const meta = pageMeta;

export default function Invite() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={paths.home('profile')}>
      <InviteDialog view={view} />
    </DialogPage>
  );
}
