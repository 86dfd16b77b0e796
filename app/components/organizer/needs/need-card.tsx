import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '~/components/ui/icon';

/** A kind of thing that waits: how many there are, a link to all of them, the oldest one, and what to do with it. */
export function NeedCard({
  icon,
  title,
  count,
  all,
  act,
  children,
}: {
  icon: IconName;
  title: string;
  count?: number;
  all?: string;
  act?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('organizer');
  return (
    <article className="card flex flex-col gap-3 p-4" aria-label={title} data-work tabIndex={-1}>
      <div className="flex items-center gap-2">
        <Icon name={icon} />
        <h3 className="m-0 min-w-0 font-sans text-base font-bold wrap-anywhere">{title}</h3>
        {count !== undefined && <span className="count">{count}</span>}
        {all && (
          <Link className="link -my-2 ml-auto flex-none text-sm" to={all}>
            {t('needs.all')}
            <span className="sr-only">: {title}</span>
          </Link>
        )}
      </div>
      <div className="min-w-0 flex-1 text-sm/[inherit] wrap-anywhere text-ink-soft">{children}</div>
      {act && <div>{act}</div>}
    </article>
  );
}
