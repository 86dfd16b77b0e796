import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { Avatar } from '~/components/ui/avatar';
import { NeedCard } from './need-card';
import type { NeedsView } from './needs-views';

/** The message that has waited longest, with a link to answer it. The platform's messages cannot be answered. */
export function NeededMessage({
  message,
  count,
}: {
  message: NonNullable<NeedsView['message']>;
  count: number;
}) {
  const { t } = useTranslation(['organizer', 'common']);
  const { fromUserId, fromName, selfieUrl, sent, line } = message;
  return (
    <NeedCard
      icon="mail"
      title={t('common:nav.messages')}
      count={count}
      all={paths.messages()}
      act={
        <Link
          className="button w-full"
          to={`${paths.messages({ with: fromUserId ?? 'platform' })}#newest`}
        >
          {fromUserId === null ? t('organizer:needs.read') : t('organizer:needs.reply')}
        </Link>
      }
    >
      <div className="flex gap-3">
        <Avatar name={fromName} selfieUrl={selfieUrl} />
        <div className="min-w-0">
          <p className="font-semibold text-ink">
            <bdi>{fromName}</bdi>
          </p>
          <p>{sent}</p>
          <p className="line-clamp-3" dir="auto">
            {t('organizer:needs.quoted', { text: line })}
          </p>
        </div>
      </div>
    </NeedCard>
  );
}
