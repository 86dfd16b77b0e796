import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
} from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AppShell, type ShellLink, type ShellScreen } from '~/components/shell/app-shell';
import type { Dialog } from '~/components/dialogs/define-dialog';
import { DialogHost } from '~/components/dialogs/dialog-host';
import type { EndedEvent } from '~/components/shell/ended-overlay';
import { ReadOnlyLine } from '~/components/shell/read-only-line';
import { ErrorPage } from '~/components/shell/error-page';
import type { Voting } from '~/components/event/event-views';
import { HungStars } from '~/components/event/hung-stars';
import { LoadingUser } from '~/components/shell/loading-user';
import { useLate } from '~/components/shell/use-late';
import { readAhead, requireVisit } from '~/http/guards.server';
import { isEndedCode } from '~/models/error-code';
import { markEvent, markUser } from '~/models/marks.server';
import { readUnread } from '~/models/message.server';
import { ADMIN_USER_ID, type Role } from '~/models/user';
import { selfieUrl } from '~/models/user.server';
import { paths, type HomeTab } from '~/paths';
import { eventStyles } from '~/styles/event-styles';
import { loadSide } from '../organizer/load-side.server';
import { homeTab } from './home-tab';
import { loadEnded } from './load-ended.server';
import { Kept, usePending } from './pending-screen';
import { useScreen } from '~/components/dialogs/screen';

export { shouldRevalidateFrame as shouldRevalidate } from '~/components/dialogs/screen';

/** Every dialog of an event's screens: a file beside its route defines it. */
const DIALOGS = import.meta.glob<Dialog>(['../*/*.dialog.ts', '!../admin/*'], {
  eager: true,
  import: 'dialog',
});

/**
 * Who looks, and whether the event has ended: the frame around every screen of an event. Once it
 * has ended, that is all anyone gets from here.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { identity, result: unread } = await readAhead(
    args,
    () => requireVisit(args, { onceEnded: 'everything' }),
    async ({ userId }) =>
      userId === null ? undefined : readUnread(args.context.app.db, { userId }),
  );
  const { user, actor, event } = identity;
  return {
    ended: await loadEnded(args, identity),
    viewer: {
      userId: user?.id ?? null,
      // A visitor's name is a word of the reader's language.
      name: user?.name ?? null,
      role: actor.role,
      selfieUrl:
        user && identity.access !== 'closed' ? selfieUrl(user, args.context.app.storage) : null,
      isAdmin: user?.id === ADMIN_USER_ID,
      /** An organizer's, where nobody has agreed to it (rule `sign-in.password-doubt`). */
      isPasswordDoubted: user?.isOrganizer === true && user.passwordDoubtedAt !== null,
      /** How many photos each member may have. */
      slots: event.maxPhotosPerUser,
      /** Messages waiting; a visitor has none to wait for. */
      unread: unread?.count,
    },
    eventId: event.id,
    side: await loadSide(args, identity),
    marks: {
      event: markEvent(args.context.app, identity),
      user: markUser(user),
      ...(unread && { messages: unread.mark }),
    },
  };
}

export const links = eventStyles;

export default function Shell() {
  const { ended, viewer, eventId, side } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  if (ended && !isOpenOnceEnded(pathname, viewer.role, ended)) {
    return <Ended event={ended} role={viewer.role} eventId={eventId} />;
  }
  if (ended && pathname === paths.login()) return <Outlet />;
  return (
    <DialogHost dialogs={DIALOGS}>
      <Frame {...{ viewer, eventId, side, ended }} />
    </DialogHost>
  );
}

/**
 * Its organizer still gets in, but for where something would be added; a visitor may be the organizer (rule
 * `event.ended`). For guests who may look back, each screen's loader says whether it is for them.
 */
function isOpenOnceEnded(pathname: string, role: Role, { until }: EndedEvent): boolean {
  if (pathname === paths.login()) return true;
  return until !== null || (role === 'organizer' && !ONLY_WHILE_IT_RUNS.test(pathname));
}

const ONLY_WHILE_IT_RUNS = /^\/(photos\/new|photos\/\d+\/star\/move|event\/(invite|remind))$/;

// Nobody needs it while an event runs.
const EndedOverlay = lazy(async () => {
  const { EndedOverlay: Component } = await import('~/components/shell/ended-overlay');
  return { default: Component };
});

// Few organizers ever see it.
const DoubtLine = lazy(async () => {
  const { DoubtLine: Component } = await import('~/components/shell/doubt-line');
  return { default: Component };
});

const loadLateParts = () => import('~/components/event/late-parts');

interface EndedProps {
  event: EndedEvent | null;
  role?: Role;
  eventId?: number;
}

/** A visitor may be the event's organizer, who still gets in (rule `event.ended`). */
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
      {/* Its organizer may give it more time while somebody reads that it is over. */}
      {eventId !== undefined && <LiveLate eventId={eventId} />}
    </>
  );
}

/** Beside the overlay, which comes alive on its own: an update before that would have it drawn anew. */
function LiveLate({ eventId }: { eventId: number }) {
  const late = useLate(loadLateParts);
  return late && <late.Live eventId={eventId} />;
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>;

function Frame({
  viewer,
  eventId,
  side,
  ended,
}: Pick<Shown, 'viewer' | 'eventId' | 'side' | 'ended'>) {
  const { t } = useTranslation(['common', 'event']);
  const { pathname, search } = useScreen();
  const screen = useTab(viewer.role);
  const links = useShellLinks(viewer.role, ended);
  const late = useLate(loadLateParts);
  const voting = useOwnVoting(viewer.role);
  const unread = useUnread(viewer.unread);
  const { pending, isSlow } = usePending(screen?.tab ?? null, viewer.role);
  // The viewer's page is a screen of its own: nothing lies behind it.
  if (isViewer(pathname)) {
    return (
      <>
        {late && <late.Live eventId={eventId} />}
        <LoadingUser isSaid={false} />
        <Outlet />
      </>
    );
  }

  const titleOf = (key: ShellScreen) =>
    key === 'profile' || key === 'feed' || key === 'top'
      ? t(`event:title.${key}`)
      : t(`nav.${key}`);
  // The main page shows its members something else than its visitors where its address names no tab.
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
      stars={voting && <HungStars voting={voting} to={favoritesOf(viewer.role)} />}
    >
      {late && <late.Background viewer={viewer} eventId={eventId} screen={screen?.tab} />}
      <LoadingUser isSaid={pending !== null} />
      {viewer.isPasswordDoubted && pathname !== paths.settings() && (
        <Suspense>
          <DoubtLine />
        </Suspense>
      )}
      {ended?.until && <ReadOnlyLine until={ended.until} />}
      {late && isSlow && pending && <late.Skeleton screen={pending} />}
      <Kept isHidden={late !== undefined && isSlow}>
        <Outlet />
      </Kept>
    </AppShell>
  );
}

const ROLE_LABELS = {
  organizer: 'event:role.organizer',
  participant: 'event:role.participant',
  visitor: 'event:role.visitor',
} as const satisfies Record<Role, string>;

const isViewer = (pathname: string) => /^\/photos\/\d+$/.test(pathname);

/** What a route that is a screen of its own, and no dialog's page, exports as `handle`. */
export interface ScreenHandle {
  /** Which tab it belongs to; the main page says so in its address. */
  tab: ShellScreen | 'address';
  /** Where an organizer's side bar has a place of its own for it. */
  side?: 'participants' | 'reports';
  /** Texts that only it has. */
  i18n?: string[];
}

/** The screen that is drawn, its title from its loader; null on the page of a dialog. */
function useTab(
  role: Role,
): { title: string; tab: ShellScreen; side?: ScreenHandle['side'] } | null {
  const leaf = useMatches().at(-1);
  const [query] = useSearchParams();
  const { tab, side } = (leaf?.handle ?? {}) as Partial<ScreenHandle>;
  const title = (leaf?.data as { title?: string } | undefined)?.title;
  if (!tab || title === undefined) return null;
  return { title, side, tab: tab === 'address' ? homeTab(query, role) : tab };
}

/** What a screen on which stars are given says of them; null for who has none to give, and has given none. */
function useOwnVoting(role: Role): Voting | null {
  const data = useMatches().at(-1)?.data as
    { feed?: { voting: Voting }; profile?: { voting: Voting } } | undefined;
  const voting = (data?.feed ?? data?.profile)?.voting;
  if (!voting || voting.isVisitor) return null;
  return role === 'participant' || voting.starredIds.length > 0 ? voting : null;
}

/** How many messages wait. The messages' own screen reads what it opens, and counts after that. */
function useUnread(waiting: number | undefined): number | undefined {
  const data = useMatches().at(-1)?.data as { view?: { unread?: number } } | undefined;
  return data?.view?.unread ?? waiting;
}

const favoritesOf = (role: Role) => `${paths.ownPhotos(role)}#favorites`;

/** The navigation. On the main page a tab is written back into its address. */
function useShellLinks(role: Role, ended: EndedEvent | null): ShellLink[] {
  const { t } = useTranslation();
  const isHome = useLocation().pathname === paths.home();
  const isBareProfile = role !== 'visitor' && !ended?.until;
  const link = (key: HomeTab, icon: ShellLink['icon'], to: string): ShellLink => ({
    key,
    icon,
    label: t(`nav.${key}`),
    to: isHome ? paths.home(key) : to,
  });
  const add: ShellLink = {
    key: 'add',
    icon: 'plus',
    label: t('nav.add'),
    to: role === 'visitor' ? paths.login({ next: paths.photosNew() }) : paths.photosNew(),
  };
  const links: ShellLink[] = [
    // Where the address names no tab, visitors find the photos, and guests of an ended event its overlay.
    link('profile', 'user', paths.home(isBareProfile ? undefined : 'profile')),
    link('feed', 'photos', paths.feed()),
    ...(ended ? [] : [add]),
    link('top', 'podium', paths.top()),
  ];
  if (role !== 'organizer') return links;
  return [...links, { key: 'shop', icon: 'tag', label: t('nav.shop'), to: paths.shop() }];
}

/** An ended event reads as such; everything else is the product's error screen. */
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
