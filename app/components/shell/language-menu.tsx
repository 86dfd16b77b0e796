import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import {
  LANGUAGE_NAMES,
  LANGUAGES,
  languageLabel,
  type Language,
  type Translation,
} from '~/i18n/languages';
import { paths } from '~/paths';
import { Icon } from '~/components/ui/icon';
import { Menu } from '~/components/ui/menu';
import { useScreen } from '~/components/dialogs/screen';

const MENU_ID = 'language';

/**
 * The language dropdown: a `<details>` with plain links, so it works without scripts.
 * Its label is the stored choice's, even when that is no language of ours.
 */
export function LanguageMenu() {
  const { t } = useTranslation('auth');
  const root = useRouteLoaderData<{ storedLanguage: string | null }>('root');
  return (
    <Menu
      summary={
        <summary id={MENU_ID}>
          <Icon name="globe" />
          <span className="sr-only">{t('language.label')}</span>
          {languageLabel(root?.storedLanguage ?? null)}
          <Icon name="chevron-down" />
        </summary>
      }
    >
      <ul>
        <LanguageLinks focusTo={() => MENU_ID} />
      </ul>
    </Menu>
  );
}

/** This very page in the browser's own language. */
export function TranslationLink({ language, label }: Translation) {
  const { pathname, search } = useScreen();
  return (
    <a
      className="translation"
      href={paths.language(pathname, search, language)}
      lang={language}
      hrefLang={language}
    >
      <Icon name="globe" />
      {label}
    </a>
  );
}

/**
 * A link for each language, to this very address in it.
 * @param focusTo the id of what has the focus there; the link of the language, unless it says otherwise
 */
export function LanguageLinks({
  className,
  focusTo = (language) => `language-${language}`,
}: {
  className?: string;
  focusTo?: (language: Language) => string;
}) {
  const { i18n } = useTranslation();
  const { pathname, search } = useScreen();
  return LANGUAGES.map((language) => (
    <li key={language}>
      <a
        className={className}
        id={`language-${language}`}
        // A page that is loaded at a fragment gives it the focus, without scripts, too.
        href={`${paths.language(pathname, search, language)}#${focusTo(language)}`}
        lang={language}
        hrefLang={language}
        aria-current={language === i18n.language ? 'true' : undefined}
      >
        {LANGUAGE_NAMES[language]}
        {language === i18n.language && <Icon name="check" />}
      </a>
    </li>
  ));
}
