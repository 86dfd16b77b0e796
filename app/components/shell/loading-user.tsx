import { useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';

/** After this time without an answer, the page asks who is signed in (rule `screens.five-seconds`). */
const CHECKED_AFTER_MS = 5000;

/**
 * The indicator of a slow screen (rule `screens.five-seconds`). The server redirects signed-out users on their first
 * page, so only slow screens are left: this shows that the screen is loading, and after 5 s asks who is signed in. Only
 * a clear “nobody” leads to /auth. A slow or missing network never signs anyone out.
 * @param isSaid whether the placeholder already says that the screen is loading
 */
export function LoadingUser({ isSaid }: { isSaid: boolean }) {
  const { t } = useTranslation();
  const navigation = useNavigation();
  const isLoading = navigation.state === 'loading';
  // Loading it twice would lose the notice that the first load brings.
  const isLeaving = navigation.location?.pathname === paths.auth();

  useEffect(() => {
    if (!isLoading || isLeaving) return;
    const check = setTimeout(async () => {
      const answers = await import('~/browser/live/cached-answers').catch(() => null);
      if (await answers?.isSignedOut()) window.location.assign(paths.auth());
    }, CHECKED_AFTER_MS);
    return () => clearTimeout(check);
  }, [isLoading, isLeaving]);

  return (
    <div role="status">
      {isLoading && !isSaid && (
        // Over the page, below a phone's header: it moves nothing. A screen that appears within a second shows nothing.
        <p className="note fixed inset-x-4 top-[calc(var(--spacing-header)+0.625rem)] z-50 mx-auto max-w-120 animate-[wait_1ms_1s_both] items-center shadow-lift laptop:top-4">
          <span className="spinner" />
          {t('loading')}
        </p>
      )}
    </div>
  );
}
