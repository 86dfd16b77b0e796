import type { MetaDescriptor, MetaFunction } from '@remix-run/react';
import { isolate } from '~/i18n/isolate';

/**
 * A page's title: what its loader calls it, or, where the loader refused, what the screen above says
 * of the refusal.
 */
export const pageMeta: MetaFunction = ({ data, matches }) => {
  const title = (data as { title?: string } | undefined)?.title;
  if (title) return [{ title: `${isolate(title)} · Snapodium` }];
  return matches.flatMap(({ meta }): MetaDescriptor[] => meta);
};

/** The same for a private link, which no search engine is to keep. */
export const privatePageMeta: MetaFunction = (args) => [
  ...(pageMeta(args) ?? []),
  { name: 'robots', content: 'noindex' },
];
