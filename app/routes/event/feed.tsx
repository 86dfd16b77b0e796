import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { FeedScreen } from '~/components/event/feed/feed-screen';
import { translator } from '~/i18n/i18n.server';
import { loadFeed } from './load-feed.server';
import { loadMarks } from './load-marks.server';
import { pageMeta } from '~/http/page-meta';
import type { ScreenHandle } from './screen-handle';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { tab: 'feed' } satisfies ScreenHandle;
export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const marks = await loadMarks(args, ['photos']);
  return { title: t('event:title.feed'), marks, feed: await loadFeed(args) };
}

export const meta = pageMeta;

export default function Feed() {
  return <FeedScreen feed={useLoaderData<typeof loader>().feed} />;
}
