import type { LoaderFunctionArgs } from '@remix-run/node';
import { languageOf, translator } from '~/i18n/i18n.server';
import { paths } from '~/paths';

/** The web app manifest, in the reader's language: what an installed Snapodium is called. */
export async function loader({ request }: LoaderFunctionArgs) {
  const t = await translator(request);
  const icon = (name: string, size: number, purpose: string) => ({
    src: `/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return Response.json(
    {
      name: 'Snapodium',
      short_name: 'Snapodium',
      description: t('common:tagline'),
      lang: await languageOf(request),
      start_url: paths.home(),
      scope: '/',
      display: 'standalone',
      background_color: '#0a2129',
      theme_color: '#0a2129',
      icons: [
        icon('icon-192', 192, 'any'),
        icon('icon-512', 512, 'any'),
        icon('maskable-512', 512, 'maskable'),
      ],
    },
    {
      headers: {
        'Content-Type': 'application/manifest+json',
        'Cache-Control': 'private, no-cache',
      },
    },
  );
}
