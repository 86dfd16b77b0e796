import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { StarNews } from '~/models/photo/star-news';
import { toast, useShownToast } from '~/components/shell/toast';
import { starNewsTitle } from './star-news-words';

/** The delay in milliseconds, so that the notice of the user's action comes first. */
const AFTER_MS = 500;

/** The notices that were shown; a frame may be rendered again with the same one. */
const shownNews = new WeakSet<StarNews>();

/**
 * Shows the notice that stars fell on the user's photos, once nothing else is shown and the page can be seen
 * (rule `notices.star-fell`). Renders nothing.
 * @param to the profile
 */
export function FallenStars({ news, to }: { news: StarNews | null; to: string }): null {
  const { t } = useTranslation('event');
  const shown = useShownToast();
  useEffect(() => {
    const tell = () => {
      if (!news || shownNews.has(news) || shown || document.hidden) return;
      shownNews.add(news);
      const { count, photo } = news;
      toast({
        tone: 'star',
        title: starNewsTitle(t, count),
        text: count === 1 ? photo.caption : null,
        print: { pictureUrl: photo.pictureUrl, to },
      });
    };
    const timer = window.setTimeout(tell, AFTER_MS);
    document.addEventListener('visibilitychange', tell);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  }, [news, shown, to, t]);
  return null;
}
