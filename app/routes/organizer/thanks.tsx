import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ThanksDialog } from '~/components/organizer/settings/thanks-dialog';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { requireOrganizer } from '~/http/guards.server';
import { translator } from '~/i18n/i18n.server';
import { thanksSchema } from '~/models/event/schema';
import { keepForm } from '~/browser/keep-form';
import { pageMeta } from '~/http/page-meta';
import { rulesOrWrap, saveSettings } from './change-setting.server';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer'] };

/** The form for the line of thanks (rule `event.thanks`). */
export async function loader(args: LoaderFunctionArgs) {
  const { event, isExpired } = await requireOrganizer(args);
  const t = await translator(args.request);
  return {
    title: t('organizer:thanks.title'),
    thanks: event.thanks ?? '',
    closeTo: rulesOrWrap(isExpired),
  };
}

export function action(args: ActionFunctionArgs) {
  return saveSettings(args, {
    schema: thanksSchema,
    next: rulesOrWrap,
    done: 'organizer:thanks.saved',
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Thanks() {
  const { title, ...dialog } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={dialog.closeTo}>
      <ThanksDialog {...dialog} />
    </DialogPage>
  );
}
