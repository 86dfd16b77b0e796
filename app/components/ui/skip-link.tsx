import { useTranslation } from 'react-i18next';

/** The first stop of the keyboard on every page: skips header and navigation to `#content`. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className="skip-link" href="#content">
      {t('nav.skip')}
    </a>
  );
}
