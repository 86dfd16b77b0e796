import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  isRouteErrorResponse,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AppShell } from '~/components/shell/app-shell';
import type { ShellScreen } from '~/components/shell/navigation-links';
import type { Dialog } from '~/components/dialogs/define-dialog';
import { DialogHost } from '~/components/dialogs/dialog-host';
import { AfterHydration } from '~/components/shell/after-hydration';
import { DoubtLine } from '~/components/shell/doubt-line';
import type { EndedEvent } from '~/components/shell/ended-overlay';
import { ErrorPage } from '~/components/shell/error-page';
import { HungStars } from '~/components/event/stars/hung-stars';
import {
  Background,
  EndedOverlay,
  Live,
  OrganizerKeys,
  ReadOnlyLine,
  SeenPhotos,
  StarNewsNote,
  VotingLine,
  VotingTurn,
} from '~/components/event/frame/lazy-parts';
import { Skeleton } from '~/components/event/frame/skeleton';
import { LoadingUser } from '~/components/shell/loading-user';
import { readAhead, requireVisit } from '~/http/guards.server';
import { isEndedCode } from '~/models/error-code';
import { comingReveal } from '~/models/event/coming-reveal';
import { markEvent, markTables, markUser, NO_STAR_NEWS } from '~/models/live/marks.server';
import { readUnread } from '~/models/message/read.server';
import { readTableNews } from '~/models/table/first.server';
import { ADMIN_USER_ID, type Role } from '~/models/user/rules';
import { selfieUrl } from '~/models/user/read.server';
import { paths } from '~/paths';
import { eventStyles } from '~/styles/event-styles';
import { loadSide } from '../organizer/load-side.server';
import { useTab } from './screen-handle';
import { loadEnded } from './load-ended.server';
import { countOwnPhotos } from './load-event.server';
import { loadPushQuestion } from './load-push.server';
import { loadStarNews } from './load-star-news.server';
import { loadLine } from './load-line.server';
import { HiddenWhilePending, usePending } from './pending-screen';
import { isOpenOnceEnded } from './once-ended';
import { useOwnVoting } from './own-voting';
import { useShellLinks } from './shell-links';
import { ScreenOutlet } from '~/components/shell/screen-outlet';
import { isFrameOld, useScreen } from '~/browser/screen';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** A link from one screen to the next loads only the next one; the count of messages changes on their screen. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl } = args;
  const isLeft = (pathname: string) =>
    currentUrl.pathname === pathname && nextUrl.pathname !== pathname;
  return isFrameOld(args) || isLeft(paths.messages());
}

/** The dialogs of an event's screens, each defined in a file next to its route. */
const DIALOGS = import.meta.glob<Dialog>(['../*/*.dialog.ts', '!../admin/*'], {
  eager: true,
  import: 'dialog',
});

/**
 * The user and the event's state: the frame around every screen of an event. After the event's end, guests
 * get nothing else from here.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { identity, result: unread } = await readAhead(
    args,
    () => requireVisit(args, { onceEnded: 'everything' }),
    async ({ userId }) =>
      userId === null ? undefined : readUnread(args.context.app.db, { userId }),
  );
  const { user, actor, event } = identity;
  // Read before the data: if voting opens or closes in between, the page loads the data again.
  const eventMark = markEvent(args.context.app, identity);
  const news = await readTableNews(args.context.app, identity);
  const [ended, side, starNews, votingLine, photoCount] = await Promise.all([
    loadEnded(args, identity),
    loadSide(args, identity),
    loadStarNews(args, identity),
    loadLine(args, identity, news?.table ?? null),
    user ? countOwnPhotos(args, user) : 0,
  ]);
  return {
    ended,
    viewer: {
      userId: user?.id ?? null,
      // A visitor's name is a translated word.
      name: user?.name ?? null,
      role: actor.role,
      selfieUrl:
        user && identity.access !== 'closed' ? selfieUrl(user, args.context.app.storage) : null,
      isCoOrganizer: actor.isCoOrganizer === true,
      isAdmin: user?.id === ADMIN_USER_ID,
      /** Only for an organizer whose password is in doubt (rule `sign-in.password-doubt`). */
      isPasswordDoubted: user?.isOrganizer === true && user.passwordDoubtedAt !== null,
      /** The number of slots per member. */
      slots: event.maxPhotosPerUser,
      /** How many photos the user has. */
      photos: photoCount,
      push: await loadPushQuestion(args, identity, photoCount),
      /** The number of unread messages; undefined for a visitor. */
      unread: unread?.count,
    },
    eventId: event.id,
    side,
    starNews,
    votingLine,
    reveal: identity.access === 'closed' ? null : comingReveal(event, args.context.app.now()),
    marks: {
      event: eventMark,
      user: markUser(user),
      ...(unread && { messages: unread.mark, fallen: NO_STAR_NEWS }),
      ...(news && { tables: markTables(news.told) }),
    },
  };
}

export const links = eventStyles;

export default function Shell() {
  const { ended, viewer, eventId, side, starNews, votingLine } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  if (ended && !isOpenOnceEnded(pathname, viewer.role, ended)) {
    return <Ended event={ended} role={viewer.role} eventId={eventId} />;
  }
  if (ended && pathname === paths.login()) return <ScreenOutlet />;
  return (
    <DialogHost dialogs={DIALOGS}>
      <Frame {...{ viewer, eventId, side, ended, starNews, votingLine }} />
    </DialogHost>
  );
}

interface EndedProps {
  event: EndedEvent | null;
  role?: Role;
  eventId?: number;
}

/** A visitor may be the event's organizer, who still has access (rule `event.ended`). */
function Ended({ event, role, eventId }: EndedProps) {
  return (
    <>
      <Suspense>
        <EndedOverlay
          event={event}
          isOrganizer={role === 'organizer'}
          loginLink={role === 'visitor' ? paths.login() : undefined}
        />
      </Suspense>
      {/* The organizer may extend the event while a guest sees that it has ended. */}
      {eventId !== undefined && (
        <AfterHydration>
          <Live eventId={eventId} />
        </AfterHydration>
      )}
    </>
  );
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>;

function Frame({
  viewer,
  eventId,
  side,
  ended,
  starNews,
  votingLine: line,
}: Omit<Shown, 'marks' | 'reveal'>) {
  const { t } = useTranslation(['common', 'event']);
  const { pathname, search } = useScreen();
  const screen = useTab(viewer.role);
  const links = useShellLinks(viewer, ended, side?.needs);
  const voting = useOwnVoting(viewer.role);
  const unread = useUnread(viewer.unread);
  const { pending, isSlow } = usePending(screen?.tab ?? null, viewer.role);
  // The viewer's page and the reveal are screens of their own, without the frame.
  if (isFrameless(pathname)) {
    return (
      <>
        <AfterHydration>
          <Live eventId={eventId} />
          {viewer.userId !== null && !ended && <SeenPhotos userId={viewer.userId} />}
        </AfterHydration>
        <Suspense>{line && <VotingTurn {...{ line, eventId }} />}</Suspense>
        <LoadingUser isSaid={false} />
        <ScreenOutlet />
      </>
    );
  }

  const titleOf = (key: ShellScreen) =>
    key === 'profile' || key === 'feed' || key === 'top'
      ? t(`event:title.${key}`)
      : t(`nav.${key}`);
  // Without a tab in its URL, the main page shows members a different tab than visitors.
  const isBare = pathname === paths.home() && !search && screen?.tab === 'feed';
  const here = isBare ? paths.home('feed') : pathname + search;
  return (
    <AppShell
      title={isSlow && pending ? titleOf(pending) : (screen?.title ?? null)}
      current={screen?.tab ?? null}
      side={side && { ...side, current: screen?.side ?? screen?.tab }}
      pending={pending}
      links={links}
      person={{
        name: viewer.name ?? t('event:visitor_name'),
        role: t(ROLE_LABELS[viewer.role]),
        selfieUrl: viewer.selfieUrl,
      }}
      adminLink={viewer.isAdmin ? paths.admin() : undefined}
      loginLink={viewer.role === 'visitor' ? paths.login({ next: here }) : undefined}
      unread={unread}
      hasBar={!screen?.isAlone}
      isHeaderSmall={(isSlow && pending ? pending : screen?.tab) === 'feed'}
      stars={voting && <HungStars voting={voting} to={favoritesOf(viewer.role)} />}
    >
      <AfterHydration>
        <Background
          {...{ viewer, eventId, starNews }}
          screen={screen?.tab}
          isOver={ended !== null}
        />
      </AfterHydration>
      {side?.hasKeys && (
        <AfterHydration>
          <OrganizerKeys />
        </AfterHydration>
      )}
      <Suspense>
        {starNews && <StarNewsNote news={starNews} to={paths.ownPhotos(viewer.role)} />}
      </Suspense>
      <LoadingUser isSaid={pending !== null} />
      {viewer.isPasswordDoubted && pathname !== paths.settings() && (
        // Only organizers load its texts.
        <Suspense>
          <DoubtLine />
        </Suspense>
      )}
      <Suspense>
        {ended?.until && <ReadOnlyLine {...ended} until={ended.until} />}
        {line && <VotingLine {...{ line, eventId }} tab={screen?.tab} role={viewer.role} />}
      </Suspense>
      {isSlow && pending && <Skeleton screen={pending} />}
      <HiddenWhilePending isHidden={isSlow}>
        <ScreenOutlet />
      </HiddenWhilePending>
    </AppShell>
  );
}

const ROLE_LABELS = {
  organizer: 'event:role.organizer',
  participant: 'event:role.participant',
  visitor: 'event:role.visitor',
} as const satisfies Record<Role, string>;

const isFrameless = (pathname: string) =>
  /^\/(photos\/\d+|reveal|event\/rehearsal)$/.test(pathname);

/**
 * The number of unread messages. The messages' screen counts them itself, after marking the open conversation
 * as read.
 */
function useUnread(waiting: number | undefined): number | undefined {
  const data = useMatches().at(-1)?.data as { view?: { unread?: number } } | undefined;
  return data?.view?.unread ?? waiting;
}

const favoritesOf = (role: Role) => `${paths.ownPhotos(role)}#favorites`;

/** Shows the overlay for an ended event, and the error screen for all other errors. */
export function ErrorBoundary() {
  const error = useRouteError();
  const shell = useRouteLoaderData<typeof loader>('routes/event/shell');
  const code = isRouteErrorResponse(error) && (error.data as { code?: string } | null)?.code;
  const { pathname } = useLocation();
  const isCovered = shell?.ended && !isOpenOnceEnded(pathname, shell.viewer.role, shell.ended);
  if (isEndedCode(code) || isCovered) {
    return (
      <Ended event={shell?.ended ?? null} role={shell?.viewer.role} eventId={shell?.eventId} />
    );
  }
  return <ErrorPage />;
}
