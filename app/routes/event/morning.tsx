import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { MorningScreen } from '~/components/event/morning/morning-screen';
import stylesheet from '~/components/event/morning/morning.css?url';
import { requireMember } from '~/http/guards.server';
import { pageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import { morningPaths } from '~/morning-paths';
import { paths } from '~/paths';
import { loadMarks } from './load-marks.server';
import { loadMorning } from './load-morning.server';
import type { ScreenHandle } from './screen-handle';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { tab: 'top', i18n: ['morning'] } satisfies ScreenHandle;

export const links = () => [{ rel: 'stylesheet', href: stylesheet }];

/** What an ended event shows its members first (rule `event.morning`). While the event runs there is nothing to see. */
export async function loader(args: LoaderFunctionArgs) {
  const member = await requireMember(args, { next: morningPaths.morning(), onceEnded: 'reading' });
  if (!member.isExpired) throw redirect(paths.home());
  const t = await translator(args.request);
  const marks = await loadMarks(args, ['photos', 'ranking', 'favorites']);
  return { title: t('morning:title'), marks, morning: await loadMorning(args, member) };
}

export const meta = pageMeta;

export default function Morning() {
  return <MorningScreen morning={useLoaderData<typeof loader>().morning} />;
}
