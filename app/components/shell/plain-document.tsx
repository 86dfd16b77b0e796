import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import stylesheet from '~/styles/app.css?url';

/** A whole document without hydration. */
export function PlainDocument({
  title,
  head,
  children,
}: {
  title: string;
  /** Further elements of its head. */
  head?: ReactNode;
  children: ReactNode;
}) {
  const { i18n } = useTranslation();
  return (
    <html lang={i18n.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#0a2129" />
        <title>{`${title} · Snapodium`}</title>
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {head}
      </head>
      <body>{children}</body>
    </html>
  );
}
