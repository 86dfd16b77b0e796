import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Icon } from '~/components/ui/icon';
import type { FeedView } from '~/components/event/event-views';

/** The rules of the contest for new visitors, and a link to take part. */
export function FeedIntro({ intro }: { intro: FeedView['intro'] }) {
  const { t } = useTranslation(['event', 'common']);
  if (!intro) return null;
  return (
    <div className="note mb-3.5 items-start py-1 pr-1">
      <p className="flex-1 py-2">
        {intro.text}{' '}
        <DialogLink className="link" to={intro.login}>
          {t('feed.add')}
        </DialogLink>
      </p>
      <Link className="icon-button" to={intro.close} replace aria-label={t('common:close')}>
        <Icon name="close" />
      </Link>
    </div>
  );
}
