import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { LatePhotosDialog } from '~/components/organizer/settings/late-photos-dialog';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { requireOrganizer } from '~/http/guards.server';
import { translator } from '~/i18n/i18n.server';
import { lateDays, photosUntilOf } from '~/models/event/late-photos';
import { photosUntilSchema } from '~/models/event/schema';
import { keepForm } from '~/browser/keep-form';
import { pageMeta } from '~/http/page-meta';
import { rulesOrWrap, saveSettings } from './change-setting.server';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer'] };

/** The form for the last day of late photos (rule `photos.late`). */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, event, isExpired } = await requireOrganizer(args);
  const t = await translator(args.request);
  return {
    title: t('organizer:late.title'),
    photosUntil: photosUntilOf(event) ?? ('' as const),
    days: lateDays(event, actor.today),
    closeTo: rulesOrWrap(isExpired),
  };
}

export function action(args: ActionFunctionArgs) {
  return saveSettings(args, {
    schema: photosUntilSchema(args.context.app.env.EVENT_TIME_ZONE),
    next: rulesOrWrap,
    done: 'organizer:late.saved',
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function LatePhotos() {
  const { title, ...dialog } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={dialog.closeTo}>
      <LatePhotosDialog {...dialog} />
    </DialogPage>
  );
}
