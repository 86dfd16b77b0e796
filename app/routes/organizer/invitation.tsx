import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, useLoaderData, useParams, useRouteError } from '@remix-run/react';
import {
  CodePage,
  InvitationFailure,
  InvitationPage,
} from '~/components/organizer/invitation/invitation-page';
import { viewPartyDate } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import type { ErrorCode } from '~/models/errors';
import { linkedOf } from '~/models/event/door';
import { isExpired } from '~/models/event/rules';
import { eventImageUrl } from '~/models/event/read.server';
import stylesheet from '~/components/organizer/invitation/invitation-page.css?url';
import { orRefuse } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';
import { loadInvitation, saysNumber, stepsOf } from './load-invitation.server';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['invitation'] };

// Separate from the guests' style sheet: it has print rules, and only this page needs it.
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

/** The invitation (rule `invitation.public`): public and printable, even after the event's end. */
export async function loader(args: LoaderFunctionArgs) {
  const { storage, today } = args.context.app;
  const t = await translator(args.request);
  return orRefuse(args, async () => {
    const { event, description, qr, address, organizer } = await loadInvitation(args);
    const query = new URL(args.request.url).searchParams;
    return {
      title: t('invitation:title', { event: event.name }),
      showsCode: query.get('show') === 'code',
      view: {
        link: linkedOf(event),
        eventName: event.name,
        description,
        imageUrl: eventImageUrl(event, storage),
        organizer,
        address,
        day: viewPartyDate(event, { language: await languageOf(args.request), style: 'long' }),
        steps: stepsOf(t, event, { saysNumber: saysNumber(query) }).map(({ title, text }) => ({
          title,
          text,
        })),
        qr,
        isEnded: isExpired(event, today()),
      },
    };
  });
}

export const meta = pageMeta;

export default function Invitation() {
  const { view, showsCode } = useLoaderData<typeof loader>();
  return showsCode ? <CodePage view={view} /> : <InvitationPage view={view} />;
}

/** The pages for an invalid URL and for an invitation that cannot be loaded. */
export function ErrorBoundary() {
  const error = useRouteError();
  const answer = isRouteErrorResponse(error) ? error : null;
  const isOfUsers = (answer?.data as { code?: ErrorCode } | null)?.code === 'users_failed';
  return (
    <InvitationFailure
      status={useParams().eventId ? (answer?.status ?? 500) : null}
      failed={isOfUsers ? 'users' : 'event'}
    />
  );
}
