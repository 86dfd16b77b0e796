import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { StarMoveDialog, type StarMoveView } from '~/components/event/stars/star-move-dialog';
import { readForm } from '~/http/forms.server';
import { requireMember } from '~/http/guards.server';
import { nextOf } from '~/http/origin.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { orRefuse, pageId } from '~/http/refusal.server';
import { translator } from '~/i18n/i18n.server';
import { FAVORITES_MAX } from '~/models/photo/star';
import { listFavorites, moveFavorite } from '~/models/photo/star.server';
import { readId } from '~/models/id';
import { getPhoto, presentScreenPhoto, type ListedPhoto } from '~/models/photo/read.server';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

/** Asks a member who has given all stars which one to move to this photo. */
export async function loader(args: LoaderFunctionArgs) {
  const next = nextOf(args.request, paths.feed());
  const { user, event } = await requireMember(args, { next });
  const { db, storage } = args.context.app;
  const t = await translator(args.request);
  return orRefuse(args, async () => {
    const photoId = pageId(args.params.photoId);
    const [photo, starred] = await Promise.all([
      getPhoto(db, { photoId, eventId: event.id }),
      listFavorites(db, { userId: user.id }),
    ]);
    const isGiven = starred.some(({ id }) => id === photoId);
    // There is nothing to choose: the user presses the star itself.
    if (isGiven || starred.length < FAVORITES_MAX) throw redirect(next);
    const drawn = (listed: ListedPhoto) => {
      const { id, imageUrl, userName } = presentScreenPhoto(listed, storage);
      return { id, imageUrl, userName };
    };
    const view: StarMoveView = {
      photo: drawn(photo),
      starred: starred.map(drawn),
      self: paths.starMove(photoId, { next }),
      next,
    };
    return { title: t('server:event.star_move.title'), view };
  });
}

export async function action(args: ActionFunctionArgs) {
  const next = nextOf(args.request, paths.feed());
  const { actor } = await requireMember(args, { next });
  const form = await readForm(args);
  const says = {
    next,
    done: { tone: 'star', title: 'server:event.star_move.done' },
    refused: 'server:event.star.failed_add',
  } as const;
  return outcome(args, says, async () =>
    moveFavorite(args.context.app.db, {
      photoId: pageId(args.params.photoId),
      fromId: readId(form.get('from') ?? null) ?? 0,
      actor,
    }),
  );
}

export const clientAction = keepForm;

export const handle = { i18n: ['dialogs'] };

export const meta = pageMeta;

export default function StarMove() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={view.next}>
      <StarMoveDialog view={view} />
    </DialogPage>
  );
}
