import { lazy } from 'react';
import { untilLoaded } from '~/browser/reach';

// The parts of the frame whose code is loaded when a page needs it.

const loadLateParts = () => untilLoaded(() => import('~/components/event/frame/late-parts'));
export const Background = lazy(async () => ({ default: (await loadLateParts()).Background }));
export const Live = lazy(async () => ({ default: (await loadLateParts()).Live }));
export const SeenPhotos = lazy(async () => ({ default: (await loadLateParts()).SeenPhotos }));

// Few pages have such news.
export const StarNewsNote = lazy(() =>
  untilLoaded(async () => ({
    default: (await import('~/components/event/stars/star-news-note')).StarNewsNote,
  })),
);

// Few events have ended.
export const EndedOverlay = lazy(() =>
  untilLoaded(async () => ({
    default: (await import('~/components/shell/ended-overlay')).EndedOverlay,
  })),
);
export const ReadOnlyLine = lazy(() =>
  untilLoaded(async () => ({
    default: (await import('~/components/shell/read-only-line')).ReadOnlyLine,
  })),
);

// Few events set times of voting.
const loadVotingLines = () => untilLoaded(() => import('~/components/event/voting/voting-line'));
export const VotingLine = lazy(async () => ({ default: (await loadVotingLines()).VotingLine }));
export const VotingTurn = lazy(async () => ({ default: (await loadVotingLines()).VotingTurn }));

const loadKeys = () => untilLoaded(() => import('~/components/organizer/keys/organizer-keys'));
export const OrganizerKeys = lazy(async () => ({ default: (await loadKeys()).OrganizerKeys }));
