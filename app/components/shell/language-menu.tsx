import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import {
  LANGUAGE_FACTS,
  LANGUAGES,
  languageLabel,
  type Language,
  type Translation,
} from '~/i18n/languages';
import { paths } from '~/paths';
import { Icon } from '~/components/ui/icon';
import { Menu } from '~/components/ui/menu';
import { useScreen } from '~/browser/screen';

const MENU_ID = 'language';

/**
 * The language menu: a `<details>` with plain links, so it works without scripts. Its label is the stored
 * choice, even if that is not one of our languages.
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

/** The current page in the browser's own language. */
export function TranslationLink({ language, label }: Translation) {
  const { pathname, search } = useScreen();
  return (
    <a
      className="flex min-h-touch items-center justify-center gap-2 text-sm/body font-semibold"
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
 * A link to the current page in each language.
 * @param focusTo the id of the element that has the focus there; by default the link of the language
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
        // A page loaded with a fragment focuses that element, even without scripts.
        href={`${paths.language(pathname, search, language)}#${focusTo(language)}`}
        lang={language}
        hrefLang={language}
        aria-current={language === i18n.language ? 'true' : undefined}
      >
        {LANGUAGE_FACTS[language].name}
        {language === i18n.language && <Icon name="check" />}
      </a>
    </li>
  ));
}
