import { Link } from '@remix-run/react';
import { useEffect, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFollowLinks } from '~/components/dialogs/use-follow-links';
import { MoreLink } from './more-link';
import { textAbout } from '~/i18n/text-about';
import { FEED_PAGE_SIZE } from '~/models/list-place';
import { paths } from '~/paths';
import type { FeedView } from '~/components/event/event-views';
import { FeedHead } from './feed-head';
import { InvitingPrint } from './inviting-print';
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
import { useSeenOnScreen } from '~/browser/seen/use-seen';

/** The prints that a phone shows at first, the last two in part; the first two have priority. */
const FIRST_VIEW = 6;
const FIRST = 2;

/** On a phone the line above the prints begins at the header. */
const PAGE_CLASS = 'page sheet-page max-laptop:pt-0';

const placeOf = ({ id }: { id: number }) => `#photo-${id} a`;

/** The feed: the contact sheet of the event, or of one participant. */
export function FeedScreen({ feed }: { feed: FeedView }) {
  const { t } = useTranslation(['event', 'common']);
  const { filter, voting } = feed;
  const userId = filter?.userId;
  const from = feed.sort ?? 'feed';
  const { items: photos, more, add, news, take, taken } = useFeed(feed);
  const showNews = useShowNews(take);
  useEffect(() => {
    rememberProportions(photos.map(({ width, height }) => width / height));
  }, [photos]);
  useEffect(() => {
    rememberList({
      from,
      userId,
      photos,
      count: filter ? null : feed.event.photoCount,
      voting,
      isOrganizer: feed.isOrganizer,
      isOver: feed.isOver,
    });
  }, [photos, filter, feed, voting, from, userId]);
  useSeenOnScreen(photos);
  const { starred, send, answers } = useStars(voting.starredIds);
  const isGiven = starred.size > 0;
  const follow = useFollowLinks();
  const altOf = usePhotoAlt();
  const words = useMemo(
    (): PrintWords => ({
      alt: altOf,
      own: t('star.own'),
      star: textAbout((values) => t('star.label', values)),
    }),
    [t, altOf],
  );

  if (photos.length === 0 && !filter) {
    return (
      <main className={PAGE_CLASS} id="content">
        <FeedHead feed={feed} isGiven={isGiven} />
        {feed.addUrl ? (
          <InvitingPrint to={feed.addUrl} />
        ) : (
          <EmptyState icon="camera" title={t('feed.empty')} />
        )}
      </main>
    );
  }
  return (
    <main className={PAGE_CLASS} id="content">
      <NewsPill count={news.photos.length} isMore={news.isMore} onTake={showNews} />
      <FeedHead feed={feed} isGiven={isGiven} />
      {filter?.name && <FilterBanner name={filter.name} selfieUrl={filter.selfieUrl} />}
      {photos.length > 0 ? (
        <>
          {answers}
          {feed.newest && (
            <p className="mb-6 text-center">
              <Link className="button quiet" to={feed.newest}>
                <Icon name="refresh" />
                {t('common:pages.start')}
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
                from={from}
                userId={userId}
                page={paths.feed({
                  sort: feed.sort,
                  userId,
                  // Beyond the page that the feed's URL shows.
                  at: feed.newest !== null || index >= FEED_PAGE_SIZE ? photo.id : undefined,
                })}
                isSmall={feed.isSmall}
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
  return index < FIRST_VIEW ? 'at once' : 'near';
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
