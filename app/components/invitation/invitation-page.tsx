import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { LanguageMenu } from '~/components/shell/language-menu';
import { QrCode, type QrView } from './qr-code';
import { Icon } from '~/components/ui/icon';
import { Brand, Logo } from '~/components/ui/logo';
import { Note } from '~/components/ui/note';
import { SkipLink } from '~/components/ui/skip-link';

/** What the printable invitation says. */
export interface InvitationView {
  eventId: number;
  eventName: string;
  /** The description, line by line. */
  lines: string[];
  imageUrl: string | null;
  organizer: string;
  address: string;
  qr: QrView;
  isEnded: boolean;
}

/** The invitation as a sheet of paper, and how to get it as one. */
export function InvitationPage({ view }: { view: InvitationView }) {
  const { t } = useTranslation('invitation');
  const { eventId, eventName, lines, imageUrl } = view;
  return (
    <Frame
      tools={
        <>
          <a className="button lit" href={organizerPaths.invitationPdf(eventId)} download>
            <Icon name="download" />
            {t('download')}
          </a>
          <a
            className="button quiet"
            href={organizerPaths.invitationPdf(eventId, { layout: 'cards' })}
            download
          >
            <Icon name="download" />
            {t('download_cards')}
          </a>
        </>
      }
    >
      {view.isEnded && (
        <Note tone="warn" role="status" className="ended" title={t('ended')}>
          {t('ended_text')}
        </Note>
      )}
      <main className="a4" id="content">
        {imageUrl && (
          <div className="picture">
            <img src={imageUrl} alt={t('image_alt')} />
          </div>
        )}
        <div className="text">
          <p className="eyebrow">{t('invited')}</p>
          <h1 dir="auto">{eventName}</h1>
          <div className="words">
            {lines.map((line, index) => (
              <p key={index} dir="auto">
                {line || '\u00a0'}
              </p>
            ))}
          </div>
        </div>
        <JoinFacts view={view} />
        <footer>
          <Logo />
          <span>Snapodium</span>
        </footer>
      </main>
    </Frame>
  );
}

/** The code, and what to type without a camera. */
function JoinFacts({ view }: { view: InvitationView }) {
  const { t } = useTranslation('invitation');
  const facts = [
    [t('event'), view.eventName],
    [t('organizer'), view.organizer],
    [t('address'), view.address],
  ] as const;
  return (
    <div className="join">
      <div className="code">
        <QrCode qr={view.qr} label={t('qr_label', { event: view.eventName })} />
      </div>
      <div>
        <p className="eyebrow">{t('scan')}</p>
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
      </div>
    </div>
  );
}

/** An invitation that cannot be shown. @param props.status of the event's fetch; null without id */
export function InvitationFailure({ status }: { status: number | null }) {
  const { t } = useTranslation('invitation');
  const reason = status === null ? t('no_event_id') : t('fetch_failed', { status });
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
