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
import { QrCode, type QrView } from '~/components/ui/qr-code';
import { Days } from '~/components/ui/days';
import { Icon } from '~/components/ui/icon';
import { Brand, Logo } from '~/components/ui/logo';
import { Note } from '~/components/ui/note';
import { SkipLink } from '~/components/ui/skip-link';

/** The content of the printable invitation. */
interface InvitationView {
  link: Linked;
  eventName: string;
  description: string;
  imageUrl: string | null;
  organizer: string;
  address: string;
  /** The day of the party, in words. */
  day: DaysView;
  /** The steps of a guest. */
  steps: { title: string; text: string }[];
  qr: QrView;
  isEnded: boolean;
}

/** The invitation as a sheet of paper, with buttons to print and download it. */
export function InvitationPage({ view }: { view: InvitationView }) {
  const { t } = useTranslation('invitation');
  const { link, eventName, description, imageUrl } = view;
  return (
    <Frame
      tools={
        <>
          <a className="button lit flex-1 md:flex-none" href={invitationPaths.pdf(link)} download>
            <Icon name="download" />
            {t('download')}
          </a>
          {PRINTS.map(({ layout, label }) => (
            <a
              key={layout}
              className="button quiet flex-1 md:flex-none"
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
        <Note
          tone="warn"
          role="status"
          className="mx-auto mt-4 w-[min(100%-1.5rem,210mm)] print:hidden"
          title={t('ended')}
        >
          {t('ended_text')}
        </Note>
      )}
      <Sheet>
        {imageUrl ? (
          <div className="p-[5cqw_5cqw_0] print:p-0">
            <img className="h-[55cqw] w-full object-cover" src={imageUrl} alt={t('image_alt')} />
          </div>
        ) : (
          <HungLights />
        )}
        <div className="grid flex-1 content-center px-[7cqw] py-[4.5cqw] text-center">
          <p className="text-[max(2.1cqw,0.8125rem)] font-semibold text-gold-ink">{t('invited')}</p>
          <h1
            className={`mt-[1.2cqw] mb-[1.6cqw] text-night hyphens-auto ${imageUrl ? 'text-[6.9cqw]' : 'text-[9cqw]'}`}
            dir="auto"
          >
            {eventName}
          </h1>
          <p className="mb-[1.4cqw] text-[max(2.6cqw,0.875rem)] font-semibold">
            <Days days={view.day} />
          </p>
          <div className="text-[max(2.5cqw,0.8125rem)] leading-normal wrap-anywhere hyphens-auto whitespace-pre-wrap text-ink-soft">
            {description.split(/\r\n?|\n/).map((line, index) => (
              <p key={index} dir="auto">
                {line || '\u00a0'}
              </p>
            ))}
          </div>
        </div>
        <div className="grid grid-cols-[31cqw_minmax(0,1fr)]! items-center gap-[6cqw] px-[9cqw] pt-[1cqw] pb-[5cqw]">
          {/* Without its white border, which overlaps the paper around it, it is 65 mm wide. */}
          <QrCode
            className="-m-[4cqw] h-auto w-[39cqw] fill-[#0a2129]"
            qr={view.qr}
            label={t('qr_label', { event: eventName })}
          />
          <ol className="grid gap-[2.4cqw] [counter-reset:step]">
            {view.steps.map(({ title, text }) => (
              <li key={title} className={CLASSES_STEP}>
                <b className="block text-[max(2.4cqw,0.875rem)] text-ink">{title}</b> {text}
              </li>
            ))}
          </ol>
        </div>
        <footer className="mx-[8.5cqw] flex flex-wrap justify-between gap-x-[4cqw] gap-y-[1.5cqw] border-t border-[#c9bba9] pt-[1.5cqw] pb-[4cqw] max-sm:grid max-sm:justify-start">
          <p className="flex items-center gap-[0.8cqw] self-start font-display text-[max(1.9cqw,0.8125rem)]/none text-night [&_svg]:w-[max(2.6cqw,1.125rem)]">
            <Logo />
            <span>Snapodium</span>
          </p>
          <Facts view={view} />
        </footer>
      </Sheet>
    </Frame>
  );
}

/** The names for typing without a camera. */
function Facts({ view }: { view: InvitationView }) {
  const { t } = useTranslation('invitation');
  const facts = [
    [t('event'), view.eventName],
    [t('organizer'), view.organizer],
    [t('address'), view.address],
  ] as const;
  return (
    <dl className="flex flex-1 flex-wrap justify-end gap-x-[3cqw] gap-y-[1cqw] max-sm:grid max-sm:justify-start">
      {facts.map(([term, value]) => (
        <div key={term} className="max-w-[28cqw] max-sm:max-w-none">
          <dt className="text-[max(1.25cqw,0.6875rem)] text-ink-soft">{term}</dt>
          <dd className="text-[max(1.6cqw,0.75rem)] leading-tight font-bold wrap-anywhere">
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
    <main
      className="daylight grid min-h-dvh content-center justify-items-center gap-3 overflow-x-clip bg-paper p-4 text-center"
      id="content"
    >
      <h1 className="text-base/[1.1]">
        <bdi>{eventName}</bdi>
      </h1>
      <QrCode
        className="-mx-4 w-[min(100vw,100dvh-13rem)] max-w-none fill-[#0a2129]"
        qr={view.qr}
        label={t('qr_label', { event: eventName })}
      />
      <p>{t('code_hint')}</p>
      <div className="flex flex-wrap justify-center gap-3">
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
      <Sheet className="items-center justify-center gap-5 text-center">
        <Icon name="alert" className="size-12 text-danger" />
        <h1 className="px-5">{t('error', { reason })}</h1>
        <p className="px-5 text-ink-soft">{t('error_hint')}</p>
        <Link className="button px-5" to={paths.home()} reloadDocument>
          <Icon name="home" />
          {t('home')}
        </Link>
      </Sheet>
    </Frame>
  );
}

function Frame({ tools, children }: { tools?: ReactNode; children: ReactNode }) {
  return (
    <div className="daylight min-h-dvh bg-[#ded5c9] pb-px print:bg-transparent print:p-0">
      <div className="print:hidden">
        <SkipLink />
      </div>
      <header className="tools on-night top-0 z-5 flex flex-wrap items-center gap-x-4 gap-y-2 bg-night px-4 py-2 text-on-night md:sticky print:hidden">
        <div className={CLASSES_BRAND}>
          <Brand to={paths.home()} />
        </div>
        <LanguageMenu />
        {/* In several lines if one is too narrow for all. */}
        {tools && (
          <div className="order-1 flex flex-[1_0_100%] flex-wrap gap-2 md:min-w-0 md:flex-[0_1_auto]">
            {tools}
          </div>
        )}
      </header>
      {children}
    </div>
  );
}

/** A sheet of A4: on a desk, or printed. */
function Sheet({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <main className={`${CLASSES_SHEET} ${className}`} id="content">
      {children}
    </main>
  );
}

const CLASSES_SHEET =
  'a4 mx-auto mt-4 mb-8 flex min-h-[min((100vw-1.5rem)*297/210,297mm)] w-[min(100%-1.5rem,210mm)] flex-col bg-paper shadow-[0_10px_40px_-12px_#0006] print:m-0 print:min-h-[276mm] print:w-full print:shadow-none';

/** On a narrow phone the logo is shown alone. */
const CLASSES_BRAND =
  'me-auto flex [&_span]:text-lg/none max-[26rem]:[&_span]:sr-only max-[26rem]:[&>a]:min-w-touch max-[26rem]:[&>a]:justify-center';

/** A step, with its number beside it. */
const CLASSES_STEP =
  'relative ps-[8cqw] text-[max(1.9cqw,0.75rem)] leading-[1.35] text-ink-soft hyphens-auto before:absolute before:start-[1cqw] before:top-1/2 before:-translate-y-1/2 before:font-display before:text-[4.8cqw]/none before:text-night before:content-[counter(step)] before:[counter-increment:step]';
