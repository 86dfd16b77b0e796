import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

/** The initials of the names in a long list, as links to the part of the list that begins with each. */
export function Initials({
  initials,
  current = null,
  addressOf,
}: {
  /** In lower case, each once. */
  initials: string[];
  /** The initial to which the shown names are limited. */
  current?: string | null;
  addressOf: (initial: string) => string;
}) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('pages.initials')}>
      <ul className="flex flex-wrap gap-0.5">
        {initials.map((initial) => (
          <li key={initial}>
            <Link
              className="grid size-8 place-items-center rounded-control text-sm font-semibold no-underline hover:bg-sunk aria-[current]:bg-primary aria-[current]:text-on-primary"
              to={addressOf(initial)}
              aria-current={initial === current ? 'true' : undefined}
            >
              {initial.toUpperCase()}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
