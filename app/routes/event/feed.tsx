import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { keepWhenOnlyDialogChanges } from '~/components/dialogs/dialog-link';
import { FeedScreen } from '~/components/feed-screen';
import { translator } from '~/i18n/i18n.server';
import { loadFeed } from './load-feed.server';

export const shouldRevalidate = keepWhenOnlyDialogChanges;

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  return { title: t('event:title.feed'), feed: await loadFeed(args) };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title} · Snapodium` },
];

export default function Feed() {
  return <FeedScreen feed={useLoaderData<typeof loader>().feed} />;
}
