import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useRouteError } from '@remix-run/react';
import { TopFailed, TopScreen } from '~/components/event/podium/top-screen';
import { translator } from '~/i18n/i18n.server';
import { isExpectedError } from '~/http/is-expected-error';
import { loadMarks } from './load-marks.server';
import { loadTop } from './load-top.server';
import { pageMeta } from '~/http/page-meta';
import type { ScreenHandle } from './screen-handle';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { tab: 'top' } satisfies ScreenHandle;
export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const marks = await loadMarks(args, ['ranking']);
  return { title: t('event:title.top'), marks, top: await loadTop(args) };
}

export const meta = pageMeta;

export default function Top() {
  return <TopScreen top={useLoaderData<typeof loader>().top} />;
}

/** A failure of the ranking is shown in its place; other errors go to the shell. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (isExpectedError(error)) throw error;
  return <TopFailed />;
}
