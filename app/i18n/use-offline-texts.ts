import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

// A separate list of files: the browser's list of all texts is loaded before a page hydrates, and its size
// matters. Code that uses these texts is loaded later.
const texts = import.meta.glob<{ default: Record<string, unknown> }>('./locales/*/offline.json');

/**
 * The texts of the namespace `offline`.
 * @param isWanted whether there is anything to show; otherwise they are not loaded
 * @returns null until they are loaded
 */
export function useOfflineTexts(isWanted = true) {
  const { t, i18n } = useTranslation('offline', { useSuspense: false });
  const { language } = i18n;
  const [isLoaded, setIsLoaded] = useState(i18n.hasResourceBundle(language, 'offline'));
  useEffect(() => {
    if (isLoaded || !isWanted) return;
    texts[`./locales/${language}/offline.json`]?.().then(
      ({ default: loaded }) => {
        i18n.addResourceBundle(language, 'offline', loaded);
        setIsLoaded(true);
      },
      // The network failed before they were loaded, so the parts that need them are not shown.
      () => undefined,
    );
  }, [i18n, language, isLoaded, isWanted]);
  return isLoaded ? t : null;
}
