import { useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';

/** After so long without an answer one is asked for again (rule `screens.five-seconds`). */
const CHECKED_AFTER_MS = 5000;

/**
 * The protected screens' five seconds (rule `screens.five-seconds`). The server sends nobody's
 * first page to /auth at once, so what is left to wait for is a screen that loads long: it says so,
 * and after 5 s asks who is signed in. Only a clear “nobody” leads to /auth; a slow network never
 * signs anyone out, and one that is gone has nothing to say but that.
 * @param isSaid whether what stands in the screen's place says already that it loads
 */
export function LoadingUser({ isSaid }: { isSaid: boolean }) {
  const { t } = useTranslation();
  const navigation = useNavigation();
  const isLoading = navigation.state === 'loading';
  // Loading it a second time would lose the notice that the first one brings.
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
        <p className="note over late">
          <span className="spinner" />
          {t('loading')}
        </p>
      )}
    </div>
  );
}
