import { Link } from '@remix-run/react';
import { useEffect, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { useFollowLinks } from '~/components/dialogs/use-follow-links';
import { MoreLink } from './more-link';
import { textAbout } from '~/i18n/text-about';
import { PAGE_SIZE } from '~/models/list-place';
import { paths } from '~/paths';
import { EventDescription } from '~/components/event/event-description';
import { EventHeading } from './event-line';
import type { FeedView } from '~/components/event/event-views';
import { FeedIntro } from './feed-intro';
import { rememberList } from './known-photos';
import { NewsPill } from './news-pill';
import { usePhotoAlt } from '~/components/event/print/photo-alt';
import { PhotoPrint, type Loading, type PrintWords } from '~/components/event/print/print';
import { Avatar } from '~/components/ui/avatar';
import { EmptyState } from '~/components/ui/empty-state';
import { Icon } from '~/components/ui/icon';
import { rememberProportions } from './feed-proportions';
import { readPage, useFeed } from './use-feed';
import { useStars } from '~/components/event/stars/use-stars';
import { VotingBanner } from './voting-banner';

/** The maximum number of prints in the first row; the first two have priority. */
const FIRST_ROW = 4;
const FIRST = 2;

const placeOf = ({ id }: { id: number }) => `#photo-${id} a`;

/** The feed: the contact sheet of the event, or of one participant. */
export function FeedScreen({ feed }: { feed: FeedView }) {
  const { t } = useTranslation(['event', 'common']);
  const { filter, voting } = feed;
  const { items: photos, more, add, news, take, taken } = useFeed(feed);
  const showNews = useShowNews(take);
  useEffect(() => {
    rememberProportions(photos.map(({ width, height }) => width / height));
  }, [photos]);
  useEffect(() => {
    rememberList({
      from: feed.sort ? 'people' : 'feed',
      userId: filter?.userId,
      photos,
      count: filter ? null : feed.event.photoCount,
      voting,
      isOrganizer: feed.isOrganizer,
      isOver: feed.addUrl === null,
    });
  }, [photos, filter, feed, voting]);
  const { starred, send, answers } = useStars(voting.starredIds);
  const follow = useFollowLinks();
  const altOf = usePhotoAlt();
  const words = useMemo(
    (): PrintWords => ({
      alt: altOf,
      star: textAbout((values) => t('star.label', values)),
    }),
    [t, altOf],
  );

  if (photos.length === 0 && !filter) {
    return (
      <main className="page" id="content">
        <FeedHead feed={feed} />
        {feed.addUrl && <VotingBanner voting={voting} />}
        <EmptyState
          icon="camera"
          title={t('feed.empty')}
          text={feed.addUrl && t('feed.empty_text')}
          action={
            feed.addUrl && (
              <DialogLink className="button" to={feed.addUrl}>
                <Icon name="plus" />
                {t('feed.add')}
              </DialogLink>
            )
          }
        />
      </main>
    );
  }
  return (
    <main className="page" id="content">
      <NewsPill count={news.photos.length} isMore={news.isMore} onTake={showNews} />
      <FeedHead feed={feed} />
      {feed.ownPhotos && feed.addUrl && <FreeSlots {...feed.ownPhotos} to={feed.addUrl} />}
      {filter?.name && <FilterBanner name={filter.name} selfieUrl={filter.selfieUrl} />}
      {photos.length > 0 ? (
        <>
          {feed.event.daysLeft >= 0 && <VotingBanner voting={voting} />}
          {answers}
          {feed.arrange && <Arrange feed={feed} size={feed.arrange.size} />}
          {feed.newest && (
            <p className="mb-6 text-center">
              <Link className="button quiet" to={feed.newest}>
                <Icon name="refresh" />
                {t(feed.sort ? 'common:pages.start' : 'feed.newest')}
              </Link>
            </p>
          )}
          {/* A keyboard activates links, and the list receives that as a click. */}
          {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
          <ul className={feed.isSmall ? 'sheet small' : 'sheet'} onClick={follow}>
            {photos.map((photo, index) => (
              <PhotoPrint
                key={photo.id}
                photo={photo}
                words={words}
                isStarred={starred.has(photo.id)}
                isVotingOn={voting.isEnabled}
                isVisitor={voting.isVisitor}
                onStar={send}
                filterUserId={filter?.userId}
                isByPerson={feed.sort !== null}
                isSmall={feed.isSmall}
                isFurther={feed.newest !== null || index >= PAGE_SIZE}
                loading={loadingOf(index)}
                isNew={taken.has(photo.id)}
              />
            ))}
          </ul>
          {more && (
            <MoreLink
              to={more}
              label={t('feed.more')}
              waiting={t('common:loading')}
              read={readPage}
              onPage={add}
              place={placeOf}
            />
          )}
        </>
      ) : (
        <EmptyState
          icon="photos"
          title={t('feed.none')}
          text={t('feed.none_text')}
          action={
            <Link className="button" to={paths.feed()}>
              <Icon name="close" />
              {t('feed.clear')}
            </Link>
          }
        />
      )}
    </main>
  );
}

/** The event, its description, and the rules of its contest. */
function FeedHead({ feed: { event, description, intro } }: { feed: FeedView }) {
  const { t } = useTranslation('event');
  return (
    <>
      <EventHeading title={t('title.feed')} event={event} />
      {description && <EventDescription className="mb-2" text={description} />}
      <FeedIntro intro={intro} />
    </>
  );
}

/** Shows the new photos: scrolls to the top and moves the focus to the first one. */
function useShowNews(take: () => void): () => void {
  return () => {
    flushSync(take);
    window.scrollTo({ top: 0, behavior: 'smooth' });
    document.querySelector<HTMLElement>('.sheet a')?.focus({ preventScroll: true });
  };
}

function loadingOf(index: number): Loading {
  if (index < FIRST) return 'first';
  return index < FIRST_ROW ? 'at once' : 'near';
}

/** The choice of order and size: by time or by person, large or small. */
function Arrange({ feed: { sort, isSmall }, size }: { feed: FeedView; size: string }) {
  const { t } = useTranslation('event');
  const link = (to: string, words: 'feed.by_time' | 'feed.by_person', isHere: boolean) => (
    <Link to={to} aria-current={isHere ? 'page' : undefined}>
      {t(words)}
    </Link>
  );
  return (
    <div className="mb-3 flex items-center gap-2">
      <nav className="segments flex-1 laptop:flex-none" aria-label={t('feed.sort')}>
        {link(paths.feed(), 'feed.by_time', !sort)}
        {link(paths.feed({ sort: 'person' }), 'feed.by_person', !!sort)}
      </nav>
      <Link
        className="icon-button"
        to={size}
        replace
        aria-label={t(isSmall ? 'feed.large' : 'feed.small')}
      >
        <Icon name={isSmall ? 'photos' : 'grid'} />
      </Link>
    </div>
  );
}

/** How many photos the user has sent, while some slots are free. */
function FreeSlots({ used, max, to }: { used: number; max: number; to: string }) {
  const { t } = useTranslation('event');
  return (
    <p className="mb-2 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      {t('profile.my_photos')} · {t('profile.photos_used', { used, max })}
      <DialogLink className="inline-flex min-h-touch items-center" to={to}>
        {t('feed.add')}
      </DialogLink>
    </p>
  );
}

function FilterBanner({ name, selfieUrl }: { name: string; selfieUrl: string | null }) {
  const { t } = useTranslation('event');
  return (
    <section className="note mb-4 flex-wrap items-center">
      <Avatar name={name} selfieUrl={selfieUrl} />
      <p className="min-w-32 flex-1">
        {t('feed.filtered')}{' '}
        <strong>
          <bdi>{name}</bdi>
        </strong>
      </p>
      <Link className="button quiet slim" to={paths.feed()}>
        <Icon name="close" />
        {t('feed.clear')}
      </Link>
    </section>
  );
}
