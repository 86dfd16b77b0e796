import type { LoaderFunctionArgs } from '@remix-run/node';
import { languageOf, translator } from '~/i18n/i18n.server';
import { sharing } from '~/endpoints';
import { paths } from '~/paths';

/**
 * The web app manifest, in the reader's language: the installed app's name, its shortcuts, and the share
 * target for the phone's gallery.
 */
export async function sendManifest({ request }: LoaderFunctionArgs) {
  const t = await translator(request);
  const icon = (name: string, size: number, purpose: string) => ({
    src: `/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const shortcut = (name: string, url: string) => ({
    name,
    url,
    icons: [icon('icon-192', 192, 'any')],
  });
  return Response.json(
    {
      id: '/',
      name: 'Snapodium',
      short_name: 'Snapodium',
      description: t('server:common.tagline'),
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
      shortcuts: [
        shortcut(t('common:nav.add'), paths.photosNew()),
        shortcut(t('common:nav.feed'), paths.feed()),
        shortcut(t('common:nav.top'), paths.top()),
      ],
      share_target: {
        action: sharing.target(),
        method: 'POST',
        enctype: 'multipart/form-data',
        params: { files: [{ name: 'image', accept: ['image/*'] }] },
      },
    },
    {
      headers: {
        'Content-Type': 'application/manifest+json',
        'Cache-Control': 'private, no-cache',
      },
    },
  );
}
