import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DaysView } from '~/i18n/format';
import type { Linked } from '~/models/event/door';
import { invitationPaths } from '~/invitation-paths';
import { paths } from '~/paths';
import { LanguageMenu } from '~/components/shell/language-menu';
import { HungLights } from './hung-lights';
import { PRINTS } from './prints';
import { QrCode, type QrView } from './qr-code';
import { Days } from '~/components/ui/days';
import { Icon } from '~/components/ui/icon';
import { Brand, Logo } from '~/components/ui/logo';
import { Note } from '~/components/ui/note';
import { SkipLink } from '~/components/ui/skip-link';

/** The content of the printable invitation. */
export interface InvitationView {
  link: Linked;
  eventName: string;
  /** The description, split into lines. */
  lines: string[];
  imageUrl: string | null;
  organizer: string;
  address: string;
  /** First and last day, in words. */
  dates: DaysView;
  /** The steps of a guest. */
  steps: { title: string; text: string }[];
  qr: QrView;
  isEnded: boolean;
}

/** The invitation as a sheet of paper, with buttons to print and download it. */
export function InvitationPage({ view }: { view: InvitationView }) {
  const { t } = useTranslation('invitation');
  const { link, eventName, lines, imageUrl } = view;
  return (
    <Frame
      tools={
        <>
          <a className="button lit" href={invitationPaths.pdf(link)} download>
            <Icon name="download" />
            {t('download')}
          </a>
          {PRINTS.map(({ layout, label }) => (
            <a
              key={layout}
              className="button quiet"
              href={invitationPaths.pdf(link, { layout })}
              download
            >
              <Icon name="download" />
              {t(label)}
            </a>
          ))}
        </>
      }
    >
      {view.isEnded && (
        <Note tone="warn" role="status" className="ended" title={t('ended')}>
          {t('ended_text')}
        </Note>
      )}
      <main className="a4" id="content">
        {imageUrl ? (
          <div className="picture">
            <img src={imageUrl} alt={t('image_alt')} />
          </div>
        ) : (
          <HungLights />
        )}
        <div className="text">
          <p className="eyebrow">{t('invited')}</p>
          <h1 dir="auto">{eventName}</h1>
          <p className="dates">
            <Days days={view.dates} />
          </p>
          <div className="words">
            {lines.map((line, index) => (
              <p key={index} dir="auto">
                {line || '\u00a0'}
              </p>
            ))}
          </div>
        </div>
        <div className="join">
          <QrCode qr={view.qr} label={t('qr_label', { event: eventName })} />
          <ol>
            {view.steps.map(({ title, text }) => (
              <li key={title}>
                <b>{title}</b> {text}
              </li>
            ))}
          </ol>
        </div>
        <footer>
          <p className="brand">
            <Logo />
            <span>Snapodium</span>
          </p>
          <Facts view={view} />
        </footer>
      </main>
    </Frame>
  );
}

/** The data for typing without a camera. */
function Facts({ view }: { view: InvitationView }) {
  const { t } = useTranslation('invitation');
  const facts = [
    [t('event'), view.eventName],
    [t('organizer'), view.organizer],
    [t('address'), view.address],
  ] as const;
  return (
    <dl>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The code alone, as large as the screen, for showing it to others. */
export function CodePage({ view }: { view: InvitationView }) {
  const { t } = useTranslation('invitation');
  const { link, eventName } = view;
  return (
    <main className="code-page" id="content">
      <h1>
        <bdi>{eventName}</bdi>
      </h1>
      <QrCode qr={view.qr} label={t('qr_label', { event: eventName })} />
      <p>{t('code_hint')}</p>
      <div className="files">
        <a className="button quiet" href={invitationPaths.code(link, 'png')} download>
          <Icon name="download" />
          PNG
        </a>
        <a className="button quiet" href={invitationPaths.code(link, 'svg')} download>
          <Icon name="download" />
          SVG
        </a>
        <a className="button" href={paths.home()}>
          {t('code_back')}
        </a>
      </div>
    </main>
  );
}

/**
 * An invitation that cannot be shown.
 * @param props.status the status of the failed request; null without an id
 */
export function InvitationFailure({
  status,
  failed = 'event',
}: {
  status: number | null;
  failed?: 'event' | 'users';
}) {
  const { t } = useTranslation('invitation');
  const fetched = failed === 'users' ? 'users_failed' : 'fetch_failed';
  const reason = status === null ? t('no_event_id') : t(fetched, { status });
  return (
    <Frame>
      <main className="a4 failed" id="content">
        <Icon name="alert" />
        <h1>{t('error', { reason })}</h1>
        <p className="text-ink-soft">{t('error_hint')}</p>
        <Link className="button" to={paths.home()} reloadDocument>
          <Icon name="home" />
          {t('home')}
        </Link>
      </main>
    </Frame>
  );
}

function Frame({ tools, children }: { tools?: ReactNode; children: ReactNode }) {
  return (
    <div className="invitation">
      <SkipLink />
      <header className="tools on-night">
        <Brand to={paths.home()} />
        <LanguageMenu />
        {tools && <div className="downloads">{tools}</div>}
      </header>
      {children}
    </div>
  );
}
