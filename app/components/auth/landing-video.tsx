import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';

const VIDEO = '/video/podium.mp4';
const POSTER = '/video/podium-poster.webp';

/**
 * The landing page's looping muted video. Without scripts, with reduced motion and with data saving only the
 * poster is shown; in the latter cases the video can be started by hand.
 */
export function LandingVideo() {
  const { t } = useTranslation('landing');
  const isHydrated = useHydrated();
  const video = useRef<HTMLVideoElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const [isPlaying, setIsPlaying] = useState(false);

  useEffect(() => {
    if (mayMove()) setIsLoaded(true);
  }, []);

  useEffect(() => {
    // If the browser refuses to autoplay, the button shows it.
    if (isLoaded) video.current?.play().catch(() => setIsPlaying(false));
  }, [isLoaded]);

  function toggle() {
    if (!isLoaded) setIsLoaded(true);
    else if (isPlaying) video.current?.pause();
    else video.current?.play().catch(() => setIsPlaying(false));
  }

  return (
    <>
      {isLoaded ? (
        <video
          ref={video}
          src={VIDEO}
          poster={POSTER}
          muted
          loop
          playsInline
          aria-hidden="true"
          onPlay={() => setIsPlaying(true)}
          onPause={() => setIsPlaying(false)}
        />
      ) : (
        <img src={POSTER} alt="" />
      )}
      {isHydrated && (
        <button
          type="button"
          className="icon-button absolute right-1 bottom-1 bg-shade text-[#fdf4e7]"
          aria-label={isPlaying ? t('video.pause') : t('video.play')}
          onClick={toggle}
        >
          <Icon name={isPlaying ? 'pause' : 'play'} />
        </button>
      )}
    </>
  );
}

function mayMove(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !connection?.saveData && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
