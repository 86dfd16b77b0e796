import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Avatar } from '~/components/ui/avatar';
import { Icon, type IconName } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';
import { Brand, Logo } from '~/components/ui/logo';
import { SkipLink } from '~/components/ui/skip-link';
import { LogOut } from './log-out';

export type ShellScreen = 'profile' | 'feed' | 'top' | 'shop' | 'messages' | 'settings';

export interface ShellLink {
  /** `add` is not a screen: it opens a dialog over the current one. */
  key: ShellScreen | 'add' | 'participants' | 'reports';
  to: string;
  label: string;
  icon: IconName;
  /** The number of items. */
  count?: number;
  /** Whether these items wait for the organizer. */
  isWaiting?: boolean;
}

/** The links of an organizer's side bar, before and after the messages. */
export interface ShellSide {
  before: ShellLink[];
  after: ShellLink[];
  current?: ShellLink['key'] | null;
}

export interface ShellPerson {
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
  /** Only for the administrator. It opens a new document, because its texts are not a guest's. */
  adminLink?: string;
  /** Only for visitors: Login/Register. */
  loginLink?: string;
  /** Only for members: the number of unread messages. */
  unread?: number;
  /** Only on screens where stars can be given: the stars that hang from a phone's header while scrolling. */
  stars?: ReactNode;
  /** The screen; its `<main>` carries `id="content"`. */
  children: ReactNode;
}

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
  children,
}: Props) {
  const { t } = useTranslation();
  return (
    <div className="shell">
      <SkipLink />
      <SideBar {...{ current, pending, links, side, person, adminLink, loginLink, unread }} />
      <div>
        <header className="top sky on-night">
          <div className="bar">
            <Link className="home" to={paths.home()} aria-label="Snapodium">
              <Logo />
            </Link>
            {title === null ? <p className="name">Snapodium</p> : <h1>{title}</h1>}
            {stars}
            {unread !== undefined && (
              <MessagesLink className="icon-button mailbox" unread={unread} current={current} />
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
        <div className="string-below">
          <Lights />
        </div>
        {children}
      </div>
      <nav className="nav" aria-label={t('nav.main')}>
        <ShellLinks current={current} pending={pending} links={links} />
      </nav>
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
}: Omit<Props, 'title' | 'stars' | 'children'>) {
  const { t } = useTranslation();
  return (
    <aside className="side on-night">
      <Brand to={paths.home()} />
      <Lights />
      <nav aria-label={t('nav.main')}>
        <ShellLinks
          current={side?.current ?? current}
          pending={pending}
          links={side?.before ?? links}
        />
        {unread !== undefined && (
          <MessagesLink unread={unread} current={current}>
            <span>{t('nav.messages')}</span>
          </MessagesLink>
        )}
        {side && <ShellLinks current={current} pending={pending} links={side.after} />}
      </nav>
      <div className="foot">
        <div className="flex items-center gap-3 px-2">
          <Avatar name={person.name} selfieUrl={person.selfieUrl} />
          <span className="min-w-0 flex-1">
            <strong>
              <bdi>{person.name}</bdi>
            </strong>
            <span className="role">{person.role}</span>
          </span>
        </div>
        {adminLink && (
          <Link className="button quiet slim" to={adminLink} reloadDocument>
            <Icon name="gear" />
            {t('nav.admin')}
          </Link>
        )}
        {loginLink && (
          <DialogLink className="button lit slim" to={loginLink}>
            <Icon name="user" />
            {t('nav.log_in')}
          </DialogLink>
        )}
        <Link
          className="button quiet slim"
          to={paths.settings()}
          aria-current={current === 'settings' ? 'page' : undefined}
        >
          <Icon name="gear" />
          {t('nav.settings')}
        </Link>
        <LogOut buttonClassName="slim" />
      </div>
    </aside>
  );
}

function ShellLinks({
  current,
  pending,
  links,
}: Pick<Props, 'pending' | 'links'> & Pick<ShellSide, 'current'>) {
  return links.map(({ key, to, label, icon, count, isWaiting }) =>
    key === 'add' ? (
      <DialogLink key={key} className="add" to={to}>
        <span className="disc">
          <Icon name={icon} />
        </span>
        <span>{label}</span>
      </DialogLink>
    ) : (
      <Link
        key={key}
        to={to}
        aria-current={key === current ? 'page' : undefined}
        data-pending={key === pending || undefined}
      >
        <Icon name={icon} />
        <span>{label}</span>
        {count !== undefined && <span className={isWaiting ? 'count' : 'tally'}>{count}</span>}
      </Link>
    ),
  );
}

/** The link to the messages. Its name includes the number of unread ones. */
function MessagesLink({
  unread,
  current,
  className,
  children,
}: {
  unread: number;
  current: ShellScreen | null;
  className?: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Link
      className={className}
      to={`${paths.messages()}#newest`}
      aria-label={unread > 0 ? t('nav.messages_unread', { count: unread }) : t('nav.messages')}
      aria-current={current === 'messages' ? 'page' : undefined}
    >
      <Icon name="mail" />
      {children}
      {unread > 0 && <span className="count">{unread}</span>}
    </Link>
  );
}
