import type { MetaFunction } from '@remix-run/react';
import { pageMeta } from './page-meta';

/** The text and image of a link preview. */
export interface LinkPreview {
  title: string;
  description: string;
  /** An absolute URL. */
  imageUrl: string;
}

/**
 * The title of a page whose link people share, and its preview. A separate file, because no other page loads
 * it.
 */
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
