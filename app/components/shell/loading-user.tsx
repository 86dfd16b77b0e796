import { useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endpoints, paths } from '~/paths';

/** A navigation that is quicker than this says nothing. */
const SHOWN_AFTER_MS = 1000;
/** After so long without an answer one is asked for again (rule `screens.five-seconds`). */
const CHECKED_AFTER_MS = 5000;

/**
 * The protected screens' five seconds (rule `screens.five-seconds`). The server sends nobody's
 * first page to /auth at once, so what is left to wait for is a screen that loads long: it says so,
 * and after 5 s asks who is signed in. Only a clear “nobody” leads to /auth; a slow network never
 * signs anyone out.
 */
export function LoadingUser() {
  const { t } = useTranslation();
  const isLoading = useNavigation().state === 'loading';
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    if (!isLoading) return;
    const show = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS);
    const check = setTimeout(async () => {
      const answer = await fetch(endpoints.user()).catch(() => null);
      if (answer?.status === 401) window.location.assign(paths.auth());
    }, CHECKED_AFTER_MS);
    return () => {
      clearTimeout(show);
      clearTimeout(check);
      setIsShown(false);
    };
  }, [isLoading]);

  return (
    <p className={isShown ? 'note fixed inset-x-4 top-4 z-50' : 'sr-only'} role="status">
      {isShown && (
        <>
          <span className="spinner" />
          {t('loading_profile')}
        </>
      )}
    </p>
  );
}
