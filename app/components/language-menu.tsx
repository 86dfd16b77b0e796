import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LANGUAGES, languageLabel } from '~/i18n/languages';
import { paths } from '~/paths';
import { Icon } from './ui/icon';

/**
 * The language dropdown (§1, §2): a `<details>` with plain links, so it works without scripts.
 * `stored` is what the cookie says, known or not.
 */
export function LanguageMenu({ stored }: { stored: string | null }) {
  const { t, i18n } = useTranslation('auth');
  const { pathname, search } = useLocation();
  return (
    <details className="menu">
      <summary>
        <Icon name="globe" />
        <span className="vh">{t('language.label')}</span>
        {languageLabel(stored)}
        <Icon name="chevron-down" />
      </summary>
      <ul>
        {LANGUAGES.map((language) => (
          <li key={language}>
            <a
              href={paths.language(pathname, search, language)}
              lang={language}
              hrefLang={language}
              aria-current={language === i18n.language ? 'true' : undefined}
            >
              {LANGUAGE_NAMES[language]}
              {language === i18n.language && <Icon name="check" />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
