import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Avatar } from '~/components/ui/avatar';
import { Icon } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';
import { Brand, Logo } from '~/components/ui/logo';
import { SkipLink } from '~/components/ui/skip-link';
import { LogOut } from './log-out';
import {
  LOOKS,
  MessagesLink,
  ShellLinks,
  type ShellLink,
  type ShellScreen,
  type ShellSide,
} from './navigation-links';

interface ShellPerson {
  name: string;
  /** The user's role, in the reader's language. */
  role: string;
  selfieUrl: string | null;
}

interface Props {
  /** Null on the page of a dialog, whose own title is the heading. */
  title: string | null;
  current: ShellScreen | null;
  /** The screen that is loading; null if none is. */
  pending: ShellScreen | null;
  links: ShellLink[];
  /** Only for organizers. Everybody else's side bar has the same links. */
  side?: ShellSide | null;
  person: ShellPerson;
  /** Only for the administrator. It opens a new document, because guests do not have its texts. */
  adminLink?: string;
  /** Only for visitors: Login/Register. */
  loginLink?: string;
  /** Only for members: the number of unread messages. */
  unread?: number;
  /** Only on screens where stars can be given: the stars that hang from the string. */
  stars?: ReactNode;
  /** Whether a phone's header is small from the start, with its stars, and not only while the user scrolls. */
  isHeaderSmall?: boolean;
  /** Whether a phone has the bar with the tabs below; it does by default. */
  hasBar?: boolean;
  /** The screen; its `<main>` has `id="content"`. */
  children: ReactNode;
}

const TITLE_CLASS = 'title min-w-0 flex-1 font-display text-[1.375rem]';

/**
 * The frame of an event's screens: the night header and bottom bar on a phone, the side bar on a laptop, the
 * skip link and the string of lights on both.
 */
export function AppShell({
  title,
  current,
  pending,
  links,
  side,
  person,
  adminLink,
  loginLink,
  unread,
  stars,
  isHeaderSmall,
  hasBar = true,
  children,
}: Props) {
  const { t } = useTranslation();
  return (
    <div className="shell laptop:grid laptop:grid-cols-[15rem_minmax(0,1fr)] laptop:items-start">
      <SkipLink />
      <SideBar
        {...{ current, pending, links, side, person, adminLink, loginLink, unread, stars }}
      />
      <div>
        <header
          className={`top ${isHeaderSmall ? 'small' : ''} on-night @container/text sticky top-0 z-20 bg-linear-to-b/srgb from-night-deep to-night-between text-on-night laptop:hidden`}
        >
          <div className="bar flex min-h-14 items-center gap-2 pt-1.5 pr-2 pb-1 pl-gutter">
            <Link
              className="-ml-1.5 grid min-h-touch min-w-touch place-items-center large-text:mr-auto large-text:ml-0 large-text:flex-none"
              to={paths.home()}
              aria-label="Snapodium"
            >
              <Logo className="size-8" />
            </Link>
            {title === null ? (
              <p className={`truncate ${TITLE_CLASS}`}>Snapodium</p>
            ) : (
              <h1 className={`line-clamp-2 leading-[1.15] wrap-anywhere ${TITLE_CLASS}`}>
                {title}
              </h1>
            )}
            {stars}
            {unread !== undefined && (
              <MessagesLink
                className="icon-button relative"
                countClassName="absolute top-0 left-1/2 large-text:right-1/2 large-text:left-auto"
                unread={unread}
                current={current}
              />
            )}
            {adminLink && (
              <Link
                className="icon-button"
                to={adminLink}
                reloadDocument
                aria-label={t('nav.admin')}
              >
                <Icon name="gear" />
              </Link>
            )}
            {loginLink && (
              <DialogLink className="icon-button" to={loginLink} aria-label={t('nav.log_in')}>
                <Icon name="user" />
              </DialogLink>
            )}
            <Link className="icon-button" to={paths.settings()} aria-label={t('nav.settings')}>
              {loginLink ? <Icon name="gear" /> : <Avatar {...person} />}
            </Link>
          </div>
        </header>
        {!isHeaderSmall && (
          <div className="string-below bg-linear-to-b/srgb from-night-between to-night laptop:hidden">
            <Lights />
          </div>
        )}
        {children}
      </div>
      {hasBar && (
        <nav
          className="nav fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col bg-paper pb-[env(safe-area-inset-bottom)] shadow-bar laptop:hidden"
          aria-label={t('nav.main')}
        >
          <ShellLinks current={current} pending={pending} links={links} look="tab" />
        </nav>
      )}
    </div>
  );
}

function SideBar({
  current,
  pending,
  links,
  side,
  person,
  adminLink,
  loginLink,
  unread,
  stars,
}: Omit<Props, 'title' | 'isHeaderSmall' | 'hasBar' | 'children'>) {
  const { t } = useTranslation();
  return (
    <aside className="side on-night sticky top-0 hidden h-dvh flex-col overflow-y-auto bg-linear-to-b/srgb from-night-deep via-night via-60% to-night-lift px-3 py-4 text-on-night laptop:flex">
      <Brand className="px-2 text-2xl/none" to={paths.home()} />
      {stars ? (
        <div className="strung relative -mx-3 mt-2 mb-2 h-14 flex-none">{stars}</div>
      ) : (
        <Lights className="-mx-3 mt-2 mb-4 flex-none" />
      )}
      <nav aria-label={t('nav.main')}>
        <ShellLinks
          current={side?.current ?? current}
          pending={pending}
          links={side?.before ?? links}
          look="row"
        />
        {unread !== undefined && (
          <MessagesLink
            className={LOOKS.row.className}
            countClassName={LOOKS.row.countClassName}
            unread={unread}
            current={current}
          >
            <span>{t('nav.messages')}</span>
          </MessagesLink>
        )}
        {side && <ShellLinks current={current} pending={pending} links={side.after} look="row" />}
      </nav>
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-3 pt-4 text-sm/body">
        <div className="flex items-center gap-3 px-2">
          <Avatar name={person.name} selfieUrl={person.selfieUrl} />
          <span className="min-w-0 flex-1">
            <strong className="block truncate">
              <bdi>{person.name}</bdi>
            </strong>
            <span className="text-on-night-soft">{person.role}</span>
          </span>
        </div>
        {adminLink && (
          <Link className="button quiet slim w-full" to={adminLink} reloadDocument>
            <Icon name="gear" />
            {t('nav.admin')}
          </Link>
        )}
        {loginLink && (
          <DialogLink className="button lit slim w-full" to={loginLink}>
            <Icon name="user" />
            {t('nav.log_in')}
          </DialogLink>
        )}
        <Link
          className="button quiet slim w-full"
          to={paths.settings()}
          aria-current={current === 'settings' ? 'page' : undefined}
        >
          <Icon name="gear" />
          {t('nav.settings')}
        </Link>
        <LogOut buttonClassName="slim w-full" />
      </div>
    </aside>
  );
}
