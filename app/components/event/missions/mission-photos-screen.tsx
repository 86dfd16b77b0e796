import { Link } from '@remix-run/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSeenOnScreen } from '~/browser/seen/use-seen';
import { useFollowLinks } from '~/components/dialogs/use-follow-links';
import type { SheetPhoto, Voting } from '~/components/event/event-views';
import { usePhotoAlt } from '~/components/event/print/photo-alt';
import { PhotoPrint, type PrintWords } from '~/components/event/print/print';
import { useStars } from '~/components/event/stars/use-stars';
import { ScreenHead } from '~/components/shell/screen-head';
import { MissionLinks, type MissionLink } from './mission-links';
import { PageLinks } from '~/components/ui/page-links';
import { textAbout } from '~/i18n/text-about';
import { paths } from '~/paths';

export interface MissionPhotosView {
  mission: string;
  /** The other missions with photos. */
  others: MissionLink[];
  photos: SheetPhoto[];
  /** The URL of this page. */
  page: string;
  /** The URLs of the first page, if this is another page, and of the next. */
  start: string | null;
  more: string | null;
  voting: Voting;
}

/** The photos of one mission, and links to those of the others. */
export function MissionPhotosScreen({ view }: { view: MissionPhotosView }) {
  const { t } = useTranslation(['missions', 'event']);
  const { photos, voting, others } = view;
  const { starred, send, answers } = useStars(voting.starredIds);
  const follow = useFollowLinks();
  const altOf = usePhotoAlt();
  useSeenOnScreen(photos);
  const words = useMemo(
    (): PrintWords => ({
      alt: altOf,
      own: t('event:star.own'),
      star: textAbout((values) => t('event:star.label', values)),
    }),
    [t, altOf],
  );
  return (
    <main className="page sheet-page" id="content">
      <ScreenHead title={view.mission} />
      <nav className="mission-choices" aria-label={t('filter')}>
        <Link className="button quiet slim" to={paths.feed()}>
          {t('all')}
        </Link>
        {others.length > 0 && (
          <details>
            <summary className="button quiet slim">{t('filter')}</summary>
            <MissionLinks missions={others} />
          </details>
        )}
      </nav>
      {answers}
      {/* A keyboard activates links, and the list receives that as a click. */}
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <ul className="sheet" onClick={follow}>
        {photos.map((photo, index) => (
          <PhotoPrint
            key={photo.id}
            photo={photo}
            words={words}
            isStarred={starred.has(photo.id)}
            isVotingOn={voting.isEnabled}
            isVisitor={voting.isVisitor}
            onStar={send}
            from="mission"
            page={view.page}
            isSmall={false}
            loading={index < 2 ? 'first' : 'near'}
            isNew={false}
          />
        ))}
      </ul>
      <PageLinks start={view.start} more={view.more} />
    </main>
  );
}
