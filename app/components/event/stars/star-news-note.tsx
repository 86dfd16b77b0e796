import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { StarNews } from '~/models/photo/star-news';
import { Icon } from '~/components/ui/icon';
import { starNewsTitle } from './star-news-words';

/** Tells readers without scripts that stars fell on their photos (rule `notices.star-fell`). */
export function StarNewsNote({ news, to }: { news: StarNews; to: string }) {
  const { t } = useTranslation('event');
  return (
    <noscript>
      <div className="note ok mx-gutter my-4" role="status">
        <Icon name="star" />
        <div>
          <Link className="block font-semibold" to={to}>
            {starNewsTitle(t, news.count)}
          </Link>
          {news.count === 1 && news.photo.caption !== null && <bdi>{news.photo.caption}</bdi>}
        </div>
      </div>
    </noscript>
  );
}
