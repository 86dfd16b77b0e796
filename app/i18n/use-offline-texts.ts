import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

// The browser's list of all texts is loaded before a page comes alive, and each line of it counts; these are
// asked for by code that comes late, which has a list of its own.
const texts = import.meta.glob<{ default: Record<string, unknown> }>('./locales/*/offline.json');

/**
 * The texts of the namespace `offline`.
 * @param isWanted whether there is anything to say; else they are not loaded
 * @returns null until they are there
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
      // Offline before they came: what needs them is not shown.
      () => undefined,
    );
  }, [i18n, language, isLoaded, isWanted]);
  return isLoaded ? t : null;
}
