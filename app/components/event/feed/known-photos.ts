import { matchPath } from '@remix-run/react';
import type { FeedSort, PhotoList } from '~/models/photo/rules';
import { paths } from '~/paths';
import type { Slide, ViewerView, Voting } from '~/components/event/event-views';

/** The list on a screen: the viewer over it can show these photos before the server has answered. */
interface KnownList {
  from: Extract<PhotoList, 'feed' | FeedSort | 'top'>;
  /** The member whose photos it shows, if only one's. */
  userId?: number;
  photos: readonly Slide[];
  /** The total number, including photos that are not loaded; null if unknown. */
  count: number | null;
  voting: Voting;
  /** Whether the user may delete other members' photos. */
  isOrganizer: boolean;
  /** Whether the event has ended, so that guests cannot change anything. */
  isOver: boolean;
}

let list: KnownList | null = null;
/** The neighbors of photos shown in a viewer, by id. */
const beside = new Map<number, Slide>();

/** Remembers the list on the screen. */
export function rememberList(shown: KnownList): void {
  list = shown;
  beside.clear();
}

/** Remembers the viewer's neighbors, because one of them is shown next. */
export function rememberNeighbours({ neighbours }: ViewerView): void {
  for (const slide of [neighbours.previous, neighbours.next]) {
    if (slide) beside.set(slide.id, slide);
  }
}

function captionChangeOf(
  photo: Slide,
  { isOver, isOrganizer }: KnownList,
): ViewerView['captionChange'] {
  if (isOver) return null;
  if (photo.isOwn) return 'write';
  return isOrganizer && photo.caption !== null ? 'remove' : null;
}

/** The viewer at a URL, as far as it is known on the client; null if it is not. */
export function previewViewer(
  to: string,
  titleOf: (name: string) => string,
): { title: string; view: ViewerView } | null {
  const { pathname, searchParams } = new URL(to, window.location.href);
  const id = Number(matchPath('/photos/:photoId', pathname)?.params.photoId);
  const userId = searchParams.get('userId');
  const from = searchParams.get('from');
  if (!list || from !== list.from || Number(userId ?? 0) !== (list.userId ?? 0)) return null;
  const index = list.photos.findIndex((photo) => photo.id === id);
  const photo = list.photos[index] ?? beside.get(id);
  if (!photo) return null;
  const previous = index < 0 ? null : (list.photos[index - 1] ?? null);
  const next = index < 0 ? null : (list.photos[index + 1] ?? null);
  const opened = { from: list.from, userId: list.userId };
  const address = (slide: Slide | null) => slide && paths.photo(slide.id, opened);
  const isReadOnly = list.isOver && !list.isOrganizer;
  const close =
    list.from === 'top'
      ? paths.top()
      : paths.feed({ sort: list.from === 'feed' ? undefined : list.from, userId: list.userId });
  return {
    title: titleOf(photo.userName),
    view: {
      photo,
      neighbours: { previous, next },
      place: index < 0 || list.count === null ? null : { number: index + 1, count: list.count },
      voting: list.voting,
      isReported: false,
      canDelete: list.isOrganizer || (photo.isOwn && !isReadOnly),
      captionChange: captionChangeOf(photo, list),
      canSave: !list.voting.isVisitor,
      links: {
        self: to,
        close,
        previous: address(previous),
        next: address(next),
        report: photo.isOwn || isReadOnly ? null : paths.photoReport(id, { next: to }),
        caption: paths.photoCaption(id, { next: to }),
        delete: paths.photoDelete(id, { next: close }),
      },
    },
  };
}
