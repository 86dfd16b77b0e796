import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import type { Slide, ViewerView } from '~/components/event/event-views';
import { PhotoViewer } from '~/components/event/viewer/photo-viewer';
import { isDeletable, isReadOnly, requireVisit, type Identity } from '~/http/guards.server';
import { formatAdded, type Translator } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { can, type Person } from '~/models/access';
import { drawnNeighbours } from '~/models/photo/neighbours.server';
import { getPhoto, presentScreenPhoto, type ListedPhoto } from '~/models/photo/read.server';
import { readViews } from '~/models/photo/views.server';
import { hasReported } from '~/models/report/read.server';
import { paths } from '~/paths';
import { hiddenOf, pendingOf, readNotes } from './hidden-photo.server';
import { readMissionLinks } from './mission-links.server';
import { noteOpened } from './note-opened.server';
import { loadVoting } from './load-event.server';
import { loadFeedOrder } from './load-order.server';
import { listAddress, readList } from './photo-list';
import { orRefuse, pageId } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

/** One photo, with its neighbors in the list from which it was opened. */
export async function loader(args: LoaderFunctionArgs) {
  const identity = await requireVisit(args, { onceEnded: 'reading' });
  const { app } = args.context;
  const eventId = identity.event.id;
  const { role } = identity.actor;
  return orRefuse(args, async () => {
    const photoId = pageId(args.params.photoId);
    const row = await getPhoto(app.db, { photoId, eventId, reader: identity.actor });
    const { missionId } = row;
    const list = readList(new URL(args.request.url).searchParams, row);
    await noteOpened(args, identity, photoId);
    const viewsOf = await readViews(app.db, { reader: identity.actor, photos: [row] });
    const isOwnersList = list.from === 'profile' || list.from === 'favorites';
    const order = await loadFeedOrder(args, identity, list);
    const [voting, neighbours, isReported, t, language] = await Promise.all([
      loadVoting(args, identity),
      drawnNeighbours(app.db, {
        photoId,
        eventId,
        from: list.from,
        reader: identity.actor,
        userId: isOwnersList ? identity.user?.id : list.userId,
        missionId,
        list: order,
      }),
      identity.user !== null && hasReported(app.db, { photoId, userId: identity.user.id }),
      translator(args.request),
      languageOf(args.request),
    ]);
    const { previous, next, place, count } = neighbours;
    const listedPhotos = [row, previous, next].filter((one) => one !== null);
    const noteOf = await readNotes(args, identity, listedPhotos);
    const missionOf = await readMissionLinks(args, listedPhotos);
    const address = (id: number | null) => (id === null ? null : paths.photo(id, list));
    const close = listAddress(list, { role, photoId, missionId });
    // Without its only photo, a mission has no page.
    const isAlone = list.from === 'mission' && count === 1;
    const remaining = isAlone ? paths.feed() : listAddress(list, { role, missionId });
    const self = paths.photo(photoId, list);
    const slideOf = (listed: ListedPhoto): Slide => {
      const { userId, ...photo } = presentScreenPhoto(listed, app.storage);
      const { id, imageUrl, caption, width, height, placeholder, userName, userSelfie } = photo;
      const isOwn = userId === identity.user?.id;
      const size = { width, height, placeholder };
      const added = formatAdded(t, listed.createdAt, {
        now: app.now(),
        language,
        timeZone: app.env.EVENT_TIME_ZONE,
      });
      return {
        id,
        imageUrl,
        caption,
        ...size,
        userName,
        userSelfie,
        added,
        isOwn,
        ...missionOf(listed),
        ...noteOf(listed),
      };
    };
    const shown = slideOf(row);
    const views = viewsOf(row);
    const view: ViewerView = {
      photo: {
        ...shown,
        added:
          views === undefined
            ? shown.added
            : `${shown.added} · ${t('server:event.photo.views', { count: views })}`,
      },
      neighbours: { previous: previous && slideOf(previous), next: next && slideOf(next) },
      place: place > 0 ? { number: place, count } : null,
      voting,
      hidden: noteAtPhoto(t, row, { actor: identity.actor, next: close, note: shown.note }),
      isReported,
      canDelete:
        isDeletable(identity, row) &&
        can(identity.actor, 'photo.delete', { eventId, ownerId: row.userId }),
      captionChange: captionChangeOf(identity, row),
      canSave: identity.user !== null,
      links: {
        self,
        close,
        previous: address(previous?.id ?? null),
        next: address(next?.id ?? null),
        report:
          shown.isOwn || row.hiddenAt || isReadOnly(identity)
            ? null
            : paths.photoReport(photoId, { next: self }),
        caption: paths.photoCaption(photoId, { next: self }),
        delete: paths.photoDelete(photoId, { next: remaining, back: self }),
      },
    };
    return { title: t('event:photo.alt', { name: row.userName }), view };
  });
}

/** The sentence for a photo that only some see; undefined for any other. */
function noteAtPhoto(
  t: Translator,
  row: ListedPhoto,
  { note = '', ...reader }: { actor: Person; next: string; note?: string },
): ViewerView['hidden'] {
  if (row.isPending) return pendingOf(t, row, { ...reader, note });
  return row.hiddenAt ? hiddenOf(t, row, reader) : undefined;
}

/** What the reader may do to the photo's caption: write it, remove it, or nothing. */
function captionChangeOf(
  { actor, isExpired }: Identity,
  { eventId, userId, caption }: ListedPhoto,
): ViewerView['captionChange'] {
  if (isExpired) return null;
  if (can(actor, 'photo.caption', { eventId, ownerId: userId })) return 'write';
  const mayRemove = can(actor, 'photo.uncaption', { eventId, ownerId: userId });
  return caption !== null && mayRemove ? 'remove' : null;
}

export const meta = pageMeta;

export default function Photo() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} fullscreen>
      <PhotoViewer view={view} />
    </DialogPage>
  );
}
