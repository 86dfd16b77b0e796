import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { useNextWork } from '../use-next-work';
import { ScreenHead } from '~/components/shell/screen-head';
import { EmptyState } from '~/components/ui/empty-state';
import { Icon } from '~/components/ui/icon';
import { SubmitButton } from '~/components/ui/submit';
import { WaitingCard } from './waiting-card';
import type { WaitingView } from './waiting-views';

/** The photos that wait for the organizer, oldest first (rule `approval.decided`). */
export function WaitingScreen({ view }: { view: WaitingView }) {
  const { t } = useTranslation('organizer');
  const { photos, moreCount } = view;
  const { list, noteWork } = useNextWork<HTMLElement>(photos);
  return (
    <main className="page" id="content">
      <ScreenHead title={t('waiting.title')} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Link className="link text-sm" to={paths.home('profile')}>
          <Icon name="arrow-left" />
          {t('title')}
        </Link>
        {photos.length > 1 && <ApproveAll photos={photos} />}
      </div>
      <section ref={list} tabIndex={-1} aria-label={t('waiting.title')}>
        {photos.length === 0 ? (
          <EmptyState
            icon="clock"
            title={t('waiting.empty')}
            text={t(view.isOn ? 'waiting.empty_on' : 'waiting.empty_off')}
            action={
              <Link className="button quiet" to={organizerPaths.eventRules()}>
                {t('rules.title')}
              </Link>
            }
          />
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 lg:grid-cols-3">
            {photos.map((photo) => (
              <li key={photo.id} data-work tabIndex={-1}>
                <WaitingCard photo={photo} onDecide={noteWork} />
              </li>
            ))}
          </ul>
        )}
        {moreCount > 0 && (
          <p className="mt-4 text-center text-ink-soft">
            {t('waiting.more', { count: moreCount })}
          </p>
        )}
      </section>
    </main>
  );
}

/** Approves the photos of this page, and none that were added since. */
function ApproveAll({ photos }: Pick<WaitingView, 'photos'>) {
  const { t } = useTranslation('organizer');
  const isPending = useNavigation().formAction === organizerPaths.waiting();
  return (
    <Form method="post" action={organizerPaths.waiting()}>
      <input type="hidden" name="upTo" value={photos.at(-1)?.id} />
      <SubmitButton
        className="quiet slim"
        icon="check"
        pending={isPending}
        label={t('waiting.all', { count: photos.length })}
      />
    </Form>
  );
}
