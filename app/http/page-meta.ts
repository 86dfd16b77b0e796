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

/** What previews of a link say and show. */
export interface LinkPreview {
  title: string;
  description: string;
  /** With its origin. */
  imageUrl: string;
}

/** The same for a page that people send each other. */
export const sharedPageMeta: MetaFunction = (args) => {
  const preview = (args.data as { preview?: LinkPreview } | undefined)?.preview;
  if (!preview) return pageMeta(args) ?? [];
  const { title, description, imageUrl } = preview;
  return [
    ...(pageMeta(args) ?? []),
    { name: 'description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Snapodium' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: imageUrl },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
};

/** The same for a private link, which no search engine is to keep. */
export const privatePageMeta: MetaFunction = (args) => [
  ...(pageMeta(args) ?? []),
  { name: 'robots', content: 'noindex' },
];
