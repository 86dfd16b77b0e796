import type { MetaDescriptor, MetaFunction } from '@remix-run/react';
import { isolate } from '~/i18n/isolate';

/** A page's title from its loader or, after an error, the parent's title for that error. */
export const pageMeta: MetaFunction = ({ data, matches }) => {
  const title = (data as { title?: string } | undefined)?.title;
  if (title) return [{ title: `${isolate(title)} · Snapodium` }];
  return matches.flatMap(({ meta }): MetaDescriptor[] => meta);
};

/** The same for a private link, which search engines must not index. */
export const privatePageMeta: MetaFunction = (args) => [
  ...(pageMeta(args) ?? []),
  { name: 'robots', content: 'noindex' },
];
