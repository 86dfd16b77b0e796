import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { ReturnLink } from './return-link';
import { useNextWork } from '~/components/organizer/use-next-work';
import { ShopLink } from '~/components/organizer/shop-link';
import { Icon } from '~/components/ui/icon';
import { NeedCard } from './need-card';
import { NeededMessage } from './needed-message';
import { NeededPhoto } from './needed-photo';
import { NeededReport } from './needed-report';
import type { NeedsView } from './needs-views';

const TITLE_ID = 'needs-now';

/**
 * What waits for the organizer, one card for each kind, each with its action (rule `desk.needs`). When a report is
 * reviewed or a photo approved, the next one takes its place, and the focus moves there.
 * @param next where the actions lead back
 */
export function NeedsNow({ needs, next }: { needs: NeedsView; next: string }) {
  const { t } = useTranslation('organizer');
  const { list, noteWork } = useNextWork<HTMLElement>(needs);
  const { counts, report, photo, message, payment } = needs;
  return (
    <section className="grid gap-3" ref={list} tabIndex={-1} aria-labelledby={TITLE_ID}>
      {needs.total === 0 ? (
        <p className="flex items-center gap-2 font-semibold text-ink-soft" id={TITLE_ID}>
          <Icon name="check" />
          {t('needs.none')}
        </p>
      ) : (
        <h2 className="m-0" id={TITLE_ID}>
          {t('needs.title')} <span className="count ml-1 align-[0.25em]">{needs.total}</span>
        </h2>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 laptop:grid-cols-2 laptop:gap-4 xl:grid-cols-3">
        {report && (
          <NeededReport report={report} count={counts.reports} next={next} onReview={noteWork} />
        )}
        {photo && (
          <NeededPhoto photo={photo} count={counts.waiting} next={next} onDecide={noteWork} />
        )}
        {message && <NeededMessage message={message} count={counts.messages} />}
        {needs.isStorageClosed && (
          <NeedCard
            icon="alert"
            title={t('needs.storage')}
            act={
              <Link className="button w-full" to={paths.messages({ with: 'all' })}>
                {t('needs.write_all')}
              </Link>
            }
          >
            {t('needs.storage_text')}
          </NeedCard>
        )}
        {needs.isRevealDue && (
          <NeedCard
            icon="star"
            title={t('needs.reveal')}
            act={
              <>
                <DialogLink className="button w-full" to={organizerPaths.eventReveal()}>
                  {t('reveal.title')}
                </DialogLink>
                {needs.isDuelDue && (
                  <DialogLink className="button quiet mt-2 w-full" to={organizerPaths.eventDuel()}>
                    {t('needs.duel')}
                  </DialogLink>
                )}
              </>
            }
          >
            {t('needs.reveal_text')} {needs.isDuelDue && t('needs.tied')}
          </NeedCard>
        )}
        {counts.turnedAway > 0 && (
          <NeedCard
            icon="users"
            title={t('needs.turned_away')}
            count={counts.turnedAway}
            act={
              <ShopLink className="button w-full" from={next}>
                {t('participants.more_places')}
              </ShopLink>
            }
          >
            {t('participants.turned_away', { count: counts.turnedAway })}
          </NeedCard>
        )}
        {needs.placesLeft !== null && (
          <NeedCard
            icon="users"
            title={t('needs.places')}
            act={
              <ShopLink className="button quiet w-full" from={next}>
                {t('participants.more_places')}
              </ShopLink>
            }
          >
            {needs.placesLeft > 0
              ? t('needs.places_left', { count: needs.placesLeft })
              : t('needs.places_full')}
          </NeedCard>
        )}
        {payment && (
          <NeedCard
            icon="tag"
            title={t('needs.payment')}
            act={
              <Link
                className="button quiet w-full"
                to={paths.shopReturn({ payment: payment.key, from: next })}
              >
                {t('needs.payment_look')}
              </Link>
            }
          >
            {t('needs.payment_text', { time: payment.begun })}
          </NeedCard>
        )}
        {needs.end && (
          <NeedCard
            icon="clock"
            title={t('needs.end')}
            act={
              <ShopLink className="button quiet w-full" from={next}>
                {t('head.extend')}
              </ShopLink>
            }
          >
            {t(`needs.end_${needs.end}`)}
          </NeedCard>
        )}
        {counts.damaged > 0 && (
          <NeedCard
            icon="alert"
            title={t('needs.damaged')}
            count={counts.damaged}
            act={
              <Link className="button quiet w-full" to={paths.messages({ with: 'all' })}>
                {t('needs.write_all')}
              </Link>
            }
          >
            {t('downloads.damaged', { count: counts.damaged })}
          </NeedCard>
        )}
        {needs.isDoorOpen && (
          <NeedCard
            icon="key"
            title={t('needs.password')}
            act={
              <Link className="button w-full" to={paths.settings()}>
                {t('needs.password_set')}
              </Link>
            }
          >
            {t('needs.password_text')}
          </NeedCard>
        )}
        {needs.returnUrl && (
          <NeedCard icon="key" title={t('needs.link')}>
            <ReturnLink url={needs.returnUrl} next={next} />
          </NeedCard>
        )}
      </div>
    </section>
  );
}
