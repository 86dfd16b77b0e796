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
  /** The code of the printed mission card that led here; null if something else did. */
  mission: string | null;
  imageUrl: string | null;
  invited: string;
  /** The day of the party. */
  day: DaysView;
  /** When it will start; null once it has started. */
  starts: string | null;
  /** The rules of the contest, in one line. */
  how: string;
  /** The link to the page in the browser's own language, if that differs. */
  translation: Translation | null;
  /** The question for a member of another event. */
  leaving: Leaving | null;
  /** Why the event cannot be entered, known before anything is typed. */
  note: { title: string; text: string } | null;
  /** Whether the event is over for this reader. Only its organizer can still enter. */
  isOver: boolean;
  /** An ended event in numbers; null if it has not ended, or nothing is left. */
  was: string | null;
  asOrganizer: string;
  enter: string;
  wrongEvent: string;
}

/** An event as guests see it after scanning its code: what it is, and one button. */
export function JoinCard({ card }: { card: JoinCardView }) {
  const { t } = useTranslation('auth');
  const { fetcher, error } = useEntry();
  return (
    <div className="sky on-night @container/text min-h-svh">
      <SkipLink />
      <header>
        <div
          className={`flex items-center px-gutter pt-1.5 pb-1 ${
            card.translation ? 'justify-between max-laptop:justify-center' : 'justify-between'
          }`}
        >
          {/* The translation replaces it if there is no room for both. */}
          <Brand
            className={`text-[1.375rem]/none ${card.translation ? 'max-laptop:hidden' : ''}`}
            to={paths.auth()}
          />
          {card.translation ? <TranslationLink {...card.translation} /> : <LanguageMenu />}
        </div>
        <Lights />
      </header>
      <main
        className="mx-auto grid max-w-104 grid-cols-[minmax(0,1fr)] gap-4.5 px-gutter pt-4 pb-6"
        id="content"
      >
        {card.imageUrl ? (
          <div className="print keep">
            <span className="shot aspect-4/3">
              <img src={card.imageUrl} alt="" fetchPriority="high" />
            </span>
          </div>
        ) : (
          <MiniPrints />
        )}
        <div>
          {!card.isOver && <p className="font-semibold text-on-night-soft">{card.invited}</p>}
          <h1 className="mt-1 text-3xl/[1.15]">
            <bdi>{card.names.event}</bdi>
          </h1>
        </div>
        <ul className="grid gap-1.5">
          <li className="flex min-w-0 items-center gap-3 wrap-anywhere">
            <Icon className="text-on-night-soft" name="calendar" />
            <span>
              <Days days={card.day} />
            </span>
          </li>
          {!card.isOver && (
            <li className="flex min-w-0 items-center gap-3 wrap-anywhere">
              <Icon className="text-on-night-soft" name="user" />
              {t('join.organized_by', { name: card.names.organizerName })}
            </li>
          )}
          {card.was && (
            <li className="flex min-w-0 items-center gap-3 wrap-anywhere">
              <Icon className="text-on-night-soft" name="photos" />
              {card.was}
            </li>
          )}
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
            mission={card.mission}
            leaving={card.leaving}
            className="lit big w-full"
            label={card.enter}
            busyLabel={t('actions.opening')}
          />
        )}
        {card.starts && (
          <p className="text-center text-sm/body font-semibold text-balance text-on-night-soft">
            {card.starts}
          </p>
        )}
        {!card.isOver && (
          <p className="text-center text-sm/body text-balance text-on-night-soft">{card.how}</p>
        )}
        <Link
          className="inline-flex min-h-touch items-center justify-self-center font-semibold"
          to={paths.join()}
        >
          {card.wrongEvent}
        </Link>
      </main>
    </div>
  );
}
