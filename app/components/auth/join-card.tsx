import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { Translation } from '~/i18n/languages';
import { paths } from '~/paths';
import { LanguageMenu, TranslationLink } from '~/components/shell/language-menu';
import { MiniPrints } from '~/components/shell/mini-prints';
import { Icon } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';
import { Brand } from '~/components/ui/logo';
import { SkipLink } from '~/components/ui/skip-link';
import { AccessDenied } from './access-denied';
import { EntryForm, useEntry, type Leaving } from './entry-form';
import type { JoinValues } from './join-form';

/** What an invitation's address opens, in the reader's words. */
export interface JoinCardView {
  names: JoinValues;
  imageUrl: string | null;
  invited: string;
  dates: string;
  /** How the contest goes, in one line. */
  how: string;
  /** In the browser's own language, where the page is in another: the way to it. */
  translation: Translation | null;
  /** What a member of another event is asked first. */
  leaving: Leaving | null;
  enter: string;
  wrongEvent: string;
}

/** An event, as whoever scanned its code meets it: what it is, and one button. */
export function JoinCard({ card }: { card: JoinCardView }) {
  const { t } = useTranslation('auth');
  const { fetcher, error } = useEntry();
  return (
    <div className="join-card sky on-night">
      <SkipLink />
      <header>
        <div className={card.translation ? 'bar translated' : 'bar'}>
          <Brand to={paths.auth()} />
          {card.translation ? <TranslationLink {...card.translation} /> : <LanguageMenu />}
        </div>
        <Lights />
      </header>
      <main id="content">
        {card.imageUrl ? (
          <div className="print keep">
            <span className="shot">
              <img src={card.imageUrl} alt="" fetchPriority="high" />
            </span>
          </div>
        ) : (
          <MiniPrints />
        )}
        <div>
          <p className="invited">{card.invited}</p>
          <h1>
            <bdi>{card.names.event}</bdi>
          </h1>
        </div>
        <ul>
          <li>
            <Icon name="calendar" />
            {card.dates}
          </li>
          <li>
            <Icon name="user" />
            {t('join.organized_by', { name: card.names.organizerName })}
          </li>
        </ul>
        {error && <AccessDenied error={error} />}
        <EntryForm
          fetcher={fetcher}
          names={card.names}
          leaving={card.leaving}
          className="lit big w-full"
          label={card.enter}
          busyLabel={t('actions.opening')}
        />
        <p className="how">{card.how}</p>
        <Link className="wrong" to={paths.join()}>
          {card.wrongEvent}
        </Link>
      </main>
    </div>
  );
}
