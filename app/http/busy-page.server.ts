import { instanceFor, languageOf } from '~/i18n/i18n.server';
import { LANGUAGE_KEY, LANGUAGES } from '~/i18n/languages';

/** Renders the page that an overloaded server shows. */
type BusyPage = (page: {
  /** The request's cookies, for the language. */
  cookie: string | undefined;
  /** The number of seconds after which the page reloads itself; null if it does not. */
  retryAfter: number | null;
}) => string;

/**
 * Renders the page in all languages in advance, because rendering it with React would add to the overload.
 */
export async function translateBusyPages(): Promise<BusyPage> {
  const pages = new Map<string, (refresh: string) => string>();
  for (const language of LANGUAGES) {
    const { t } = await instanceFor(language);
    const text = t('errors:busy');
    pages.set(language, (refresh) => pageOf({ language, text, refresh }));
  }
  const unknown = await languageOf(new Request('http://localhost'));
  const pattern = new RegExp(`(?:^|;\\s*)${LANGUAGE_KEY}=(\\w+)`);
  return ({ cookie = '', retryAfter }) => {
    const draw = pages.get(pattern.exec(cookie)?.[1] ?? unknown) ?? pages.get(unknown);
    const refresh =
      retryAfter === null ? '' : `<meta http-equiv="refresh" content="${retryAfter}">`;
    return draw?.(refresh) ?? '';
  };
}

function pageOf({
  language,
  text,
  refresh,
}: {
  language: string;
  text: string;
  refresh: string;
}): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>Snapodium</title>${refresh}
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{margin:0;min-height:100vh;display:grid;place-content:center;gap:1rem;padding:1.5rem;
box-sizing:border-box;text-align:center;background:#0f2f3a;color:#fdf4e7;font:1.125rem/1.5 system-ui,sans-serif}
h1{margin:0;font-size:1.5rem}p{margin:0}</style></head>
<body><h1>Snapodium</h1><p>${text}</p></body></html>
`;
}
