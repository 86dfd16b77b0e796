import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';
import { Logo } from '~/components/ui/logo';
import { SkipLink } from '~/components/ui/skip-link';

export const PAGE_TITLE_ID = 'page-title';

/**
 * A page outside the event's frame: the night header with a way back, a title, one column. The way back is a
 * link, or a form's button if going back must carry values (`backForm`).
 */
export function PlainPage({
  title,
  back,
  children,
}: {
  title: string;
  back: { to: string } | { form: string };
  children: ReactNode;
}) {
  const { t } = useTranslation('auth');
  return (
    <>
      <SkipLink />
      <header className="top sky on-night @container/text sticky top-0 z-20">
        <div className="bar mx-auto flex min-h-14 max-w-[44rem] items-center gap-2 pt-1.5 pr-2 pb-1 pl-1">
          {'to' in back ? (
            <Link className="icon-button" to={back.to} aria-label={t('actions.back')}>
              <Icon name="arrow-left" />
            </Link>
          ) : (
            <button
              className="icon-button"
              form={back.form}
              name="intent"
              value="edit"
              aria-label={t('actions.back')}
            >
              <Icon name="arrow-left" />
            </button>
          )}
          <h1 className="min-w-0 flex-1 text-xl/[1.15] wrap-anywhere" id={PAGE_TITLE_ID}>
            {title}
          </h1>
          <span className="mr-3">
            <Logo className="size-8" />
          </span>
        </div>
        <Lights />
      </header>
      <main className="page narrow" id="content">
        {children}
      </main>
    </>
  );
}
