import { Form, Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { DaysView } from '~/i18n/format';
import type { Translation } from '~/i18n/languages';
import { paths } from '~/paths';
import { LanguageMenu, TranslationLink } from '~/components/shell/language-menu';
import { MiniPrints } from '~/components/shell/mini-prints';
import { Days } from '~/components/ui/days';
import { Icon } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';
import { Brand } from '~/components/ui/logo';
import { Note } from '~/components/ui/note';
import { SkipLink } from '~/components/ui/skip-link';
import { AccessDenied } from './access-denied';
import { EntryForm, useEntry, type Leaving } from './entry-form';
import type { JoinValues } from './join-form';

/** The data of an invitation's page, in the reader's language. */
export interface JoinCardView {
  names: JoinValues;
  imageUrl: string | null;
  invited: string;
  dates: DaysView;
  /** When it will start; null once it has started. */
  starts: string | null;
  /** The rules of the contest, in one line. */
  how: string;
  /** The link to the page in the browser's own language, if that differs. */
  translation: Translation | null;
  /** What a member of another event is asked first. */
  leaving: Leaving | null;
  /** Why the event cannot be entered, known before anything is typed. */
  note: { title: string; text: string } | null;
  /** Whether the event is over for this reader. Only its organizer can still enter. */
  isOver: boolean;
  asOrganizer: string;
  enter: string;
  wrongEvent: string;
}

/** An event as guests see it after scanning its code: what it is, and one button. */
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
            <span>
              <Days days={card.dates} />
            </span>
          </li>
          <li>
            <Icon name="user" />
            {t('join.organized_by', { name: card.names.organizerName })}
          </li>
        </ul>
        {card.note && (
          <Note tone="warn" title={card.note.title}>
            {card.note.text}
          </Note>
        )}
        {error && <AccessDenied error={error} />}
        {card.isOver ? (
          <Form className="actions mt-0" method="post" action={paths.join()}>
            <input type="hidden" name="event" value={card.names.event} />
            <input type="hidden" name="organizerName" value={card.names.organizerName} />
            <button className="button quiet w-full" name="intent" value="organizer">
              {card.asOrganizer}
            </button>
          </Form>
        ) : (
          <EntryForm
            fetcher={fetcher}
            names={card.names}
            leaving={card.leaving}
            className="lit big w-full"
            label={card.enter}
            busyLabel={t('actions.opening')}
          />
        )}
        {card.starts && <p className="how font-semibold">{card.starts}</p>}
        {!card.isOver && <p className="how">{card.how}</p>}
        <Link className="wrong" to={paths.join()}>
          {card.wrongEvent}
        </Link>
      </main>
    </div>
  );
}
