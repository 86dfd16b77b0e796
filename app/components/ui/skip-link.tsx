import { useTranslation } from 'react-i18next';

/** The first stop of the keyboard on every page: skips header and navigation to `#content`. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      // Above the screen while it has no focus, however high its words are.
      className="absolute top-2 left-4 z-60 min-h-touch max-w-[calc(100vw-2rem)] translate-y-[calc(-100%-1rem)] rounded-control bg-gold px-4 py-3 text-on-gold focus:translate-none"
      href="#content"
    >
      {t('nav.skip')}
    </a>
  );
}
