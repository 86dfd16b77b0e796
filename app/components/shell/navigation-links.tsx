import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Icon, type IconName } from '~/components/ui/icon';

export type ShellScreen = 'profile' | 'feed' | 'top' | 'shop' | 'messages' | 'settings';

export interface ShellLink {
  /** `add` is not a screen: it opens a dialog over the current one. */
  key: ShellScreen | 'add' | 'participants' | 'reports' | 'waiting' | 'wall' | 'keys';
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

/** How a link of the navigation looks in the bottom bar, and in the side bar. */
export const LOOKS = {
  tab: {
    className:
      'relative grid min-h-nav min-w-0 content-center justify-items-center gap-0.5 text-center text-[length:min(var(--text-xs),5vw)] font-semibold no-underline',
    countClassName: 'absolute top-1 left-[calc(50%+0.5rem)]',
  },
  row: {
    className: 'flex min-h-12 items-center gap-3 rounded-control px-3.5 font-semibold no-underline',
    countClassName: 'ml-auto',
  },
};

/** The links of the bottom bar or of the side bar. */
export function ShellLinks({
  current,
  pending,
  links,
  look,
}: Pick<ShellSide, 'current'> & {
  /** The screen that is loading; null if none is. */
  pending: ShellScreen | null;
  links: ShellLink[];
  look: keyof typeof LOOKS;
}) {
  const { className, countClassName } = LOOKS[look];
  return links.map(({ key, to, label, icon, count, isWaiting }) =>
    key === 'add' ? (
      <DialogLink key={key} className={`add ${className}`} to={to}>
        <span>
          <Icon name={icon} />
        </span>
        <span>{label}</span>
      </DialogLink>
    ) : (
      <Link
        key={key}
        className={className}
        to={to}
        aria-current={key === current ? 'page' : undefined}
        data-pending={key === pending || undefined}
      >
        <Icon name={icon} />
        <span>{label}</span>
        {count !== undefined && (
          <span
            className={`${countClassName} ${isWaiting ? 'count' : 'text-sm/body font-normal tabular-nums'}`}
          >
            {count}
          </span>
        )}
      </Link>
    ),
  );
}

/** The link to the messages. Its name includes the number of unread ones. */
export function MessagesLink({
  unread,
  current,
  className,
  countClassName,
  children,
}: {
  unread: number;
  current: ShellScreen | null;
  className: string;
  countClassName: string;
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
      {unread > 0 && <span className={`count ${countClassName}`}>{unread}</span>}
    </Link>
  );
}
