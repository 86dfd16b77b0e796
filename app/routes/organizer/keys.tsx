import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { KeysHelp, type KeysView } from '~/components/organizer/keys/keys-help';
import { requireOrganizer } from '~/http/guards.server';
import { pageMeta } from '~/http/page-meta';
import { readPreference } from '~/http/preference.server';
import { translator } from '~/i18n/i18n.server';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { KEYS_OFF } from './keys-off';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer'] };

/** The organizer's keys; `?nokeys=1` switches them off in this browser (rule `desk.keys`). */
export async function loader(args: LoaderFunctionArgs) {
  await requireOrganizer(args);
  const { isOn, toggle } = readPreference(args.request, KEYS_OFF, organizerPaths.keys());
  const t = await translator(args.request);
  const view: KeysView = { isOff: isOn, toggle };
  return { title: t('organizer:keys.title'), view };
}

export const meta = pageMeta;

export default function Keys() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={paths.home('profile')}>
      <KeysHelp view={view} />
    </DialogPage>
  );
}
