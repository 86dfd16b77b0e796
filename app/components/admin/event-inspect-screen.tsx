import { Link } from '@remix-run/react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import type { ListPage } from '~/models/admin/list';
import type { EventStatus } from '~/models/event/rules';
import { thumbnailUrl } from '~/models/photo/rules';
import type { PlanId } from '~/models/payment/plan';
import { DialogLink } from '../dialogs/dialog-link';
import { Email } from '../ui/email';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { Pill } from '../ui/pill';
import { Figure } from '~/components/ui/figure';
import { Leader, Leaders, Stars } from '~/components/organizer/dashboard/leader';
import { EventStatusPill } from './event-status-pill';
import { KeyValue, KeyValues } from './key-values';
import { ListCount, PageLinks } from './list-controls';
import { usePhotoAlt } from '~/components/event/print/photo-alt';
import { Caption } from '~/components/event/print/print';

interface InspectedPhoto {
  id: number;
  imageUrl: string;
  userName: string;
  caption: string | null;
  /** Null while only the organizers know it. */
  favoriteCount: number | null;
  isHidden: boolean;
  /** When it was added, in the reader's language. */
  added: string;
}

/** An event as the administrator sees it, with formatted days and sizes. */
export interface EventInspectView {
  id: number;
  name: string;
  description: string;
  status: EventStatus;
  days: string;
  plan: PlanId;
  maxUsers: number;
  maxPhotosPerUser: number;
  votingEnabled: boolean;
  isProtected: boolean;
  organizer: { id: number; name: string; email: string } | null;
  participants: number;
  /** Null while only the organizers know it. */
  stars: number | null;
  /** Reports without a review. */
  reports: number;
  photoCount: number;
  hiddenCount: number;
  photoBytes: string;
  leaders: (InspectedPhoto & { place: number })[];
  photos: ListPage<InspectedPhoto>;
}

/**
 * The read-only view of an event (rule `admin.event-inspect`): its data, its progress, and all its photos.
 */
export function EventInspectScreen({ view }: { view: EventInspectView }) {
  const { t } = useTranslation('admin');
  return (
    <div className="grid gap-4 laptop:grid-cols-2">
      <Link
        className="link justify-self-start text-sm laptop:col-span-full"
        to={adminPaths.events()}
      >
        <Icon name="arrow-left" />
        {t('inspect.back')}
      </Link>
      <Facts view={view} />
      <Figures view={view} />
      <Photos view={view} />
    </div>
  );
}

function Facts({ view }: { view: EventInspectView }) {
  const { t } = useTranslation(['admin', 'organizer', 'shop']);
  const { organizer } = view;
  return (
    <section className="card grid gap-0.5 self-start">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 wrap-anywhere">
          <bdi>{view.name}</bdi>
        </h2>
        <EventStatusPill status={view.status} />
        <span className="text-sm text-ink-soft tabular-nums">#{view.id}</span>
      </div>
      {view.description && (
        <p className="mt-2 wrap-anywhere whitespace-pre-line text-ink-soft">{view.description}</p>
      )}
      <KeyValues>
        <Fact name={t('admin:inspect.days')}>{view.days}</Fact>
        <Fact name={t('admin:payments.plan')}>{t(`shop:names.${view.plan}`)}</Fact>
        <Fact name={t('admin:inspect.places')}>
          {t('admin:inspect.places_taken', { taken: view.participants, places: view.maxUsers })}
        </Fact>
        <Fact name={t('organizer:rules.photos')}>{view.maxPhotosPerUser}</Fact>
        <Fact name={t('organizer:rules.voting')}>
          {t(view.votingEnabled ? 'organizer:rules.enabled' : 'organizer:rules.disabled')}
        </Fact>
        <Fact name={t('admin:events.organizer')}>
          {organizer ? (
            <>
              <bdi>{organizer.name}</bdi>{' '}
              <span className="font-normal text-ink-soft tabular-nums">#{organizer.id}</span>
              <br />
              <a className="link text-sm font-normal" href={`mailto:${organizer.email}`}>
                <Email address={organizer.email} />
              </a>
            </>
          ) : (
            t('admin:events.no_organizer')
          )}
        </Fact>
      </KeyValues>
      <Deeds view={view} />
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <KeyValue name={name} className="gap-y-4" valueClassName="min-w-0 font-semibold wrap-anywhere">
      {children}
    </KeyValue>
  );
}

/** Links to the dialogs that change it. */
function Deeds({ view: { id, name, status, isProtected } }: { view: EventInspectView }) {
  const { t } = useTranslation('admin');
  if (isProtected) return <p className="text-sm text-ink-soft">{t('events.protected')}</p>;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {status !== 'ended' && (
        <DialogLink
          className="button quiet slim"
          to={adminPaths.eventEnd(id, { next: adminPaths.event(id) })}
          aria-label={t('ending.of', { event: name })}
        >
          <Icon name="lock" />
          {t('ending.confirm')}
        </DialogLink>
      )}
      <DialogLink
        className="button quiet slim danger"
        to={adminPaths.eventDelete(id)}
        aria-label={t('events.delete', { event: name })}
      >
        <Icon name="trash" />
        {t('events.confirm_delete')}
      </DialogLink>
    </div>
  );
}

function Figures({ view }: { view: EventInspectView }) {
  const { t } = useTranslation(['admin', 'organizer', 'event']);
  const { photoCount, hiddenCount, participants, stars, reports, leaders } = view;
  return (
    <section className="card grid content-start gap-5">
      <h2>{t('admin:inspect.figures')}</h2>
      <ul className="grid grid-cols-2 gap-x-2 gap-y-4">
        <FigureItem
          value={photoCount}
          label={[
            t('organizer:head.photos', { count: photoCount }),
            hiddenCount > 0 && t('admin:events.hidden', { count: hiddenCount }),
          ]
            .filter(Boolean)
            .join(' ')}
        />
        <FigureItem
          value={participants}
          label={t('admin:inspect.guests', { count: participants })}
        />
        {stars !== null && (
          <FigureItem value={stars} label={t('organizer:head.stars', { count: stars })} />
        )}
        <FigureItem value={reports} label={t('admin:inspect.reports', { count: reports })} />
        <FigureItem value={view.photoBytes} label={t('admin:inspect.bytes')} />
      </ul>
      {stars === null && <p className="text-sm text-ink-soft">{t('admin:inspect.stars_hidden')}</p>}
      {leaders.length > 0 && (
        <div>
          <h3 className="font-sans text-sm/[1.4] font-bold">{t('organizer:progress.leaders')}</h3>
          <Leaders>
            {leaders.map((photo) => (
              <Leader
                key={photo.id}
                place={photo.place}
                name={photo.userName}
                starCount={photo.favoriteCount ?? 0}
              >
                <Print photo={photo} />
              </Leader>
            ))}
          </Leaders>
        </div>
      )}
    </section>
  );
}

function FigureItem(figure: ComponentProps<typeof Figure>) {
  return (
    <li>
      <Figure {...figure} />
    </li>
  );
}

function Photos({ view: { id, photos } }: { view: EventInspectView }) {
  const { t } = useTranslation(['admin', 'flags']);
  return (
    <section className="card laptop:col-span-full">
      <div className="flex items-center justify-between gap-3">
        <h2>{t('admin:events.photos')}</h2>
        {photos.total > 0 && <ListCount list={photos} />}
      </div>
      {photos.total === 0 ? (
        <EmptyState icon="photos" title={t('admin:inspect.empty')} />
      ) : (
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-3 gap-y-5">
          {photos.rows.map((photo) => (
            <li key={photo.id}>
              <div className="mb-1.5">
                <Print photo={photo} />
              </div>
              <p className="text-sm font-semibold wrap-anywhere">
                <bdi>{photo.userName}</bdi>
              </p>
              <p className="text-xs text-ink-soft">{photo.added}</p>
              {photo.isHidden ? (
                // A longer word has only the width of a small photo.
                <Pill tone="warn" icon="eye-off" className="max-w-full gap-1 px-2">
                  {t('flags:card.hidden')}
                </Pill>
              ) : (
                photo.favoriteCount !== null &&
                photo.favoriteCount > 0 && <Stars count={photo.favoriteCount} />
              )}
            </li>
          ))}
        </ul>
      )}
      <PageLinks
        list={photos}
        to={(page) => adminPaths.event(id, page > 1 ? { page } : undefined)}
      />
    </section>
  );
}

/** A thumbnail that links to its file. */
function Print({ photo }: { photo: InspectedPhoto }) {
  const altOf = usePhotoAlt();
  const { imageUrl, isHidden, caption } = photo;
  return (
    <a className="print block p-1" href={imageUrl}>
      <span className="shot aspect-3/4">
        <img
          className={isHidden ? 'opacity-55' : undefined}
          src={thumbnailUrl(imageUrl, 320)}
          alt={altOf(photo)}
          loading="lazy"
          decoding="async"
        />
      </span>
      <Caption text={caption} />
    </a>
  );
}
