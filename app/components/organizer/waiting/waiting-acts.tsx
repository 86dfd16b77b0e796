import { useFetcher } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import type { IconName } from '~/components/ui/icon';
import { SubmitButton } from '~/components/ui/submit';
import type { WaitingPhoto } from './waiting-views';

/** The fields that a button posts, and its look. */
interface Act {
  key: string;
  action: string;
  field: string;
  value: string;
  label: string;
  icon?: IconName;
  shortcut?: string;
  className: string;
}

/**
 * What the organizer may do with a photo that waits, one form each: approve it, let its owner through from now
 * on, or leave it hidden.
 * @param next where the response leads back
 */
export function WaitingActs({
  photo,
  next,
  onDecide,
}: {
  photo: WaitingPhoto;
  next: string;
  onDecide: () => void;
}) {
  const { t } = useTranslation('organizer');
  const fetcher = useFetcher();
  const isBusy = fetcher.state !== 'idle';
  const name = photo.owner.firstName;
  const acts: Act[] = [
    {
      key: 'refuse',
      action: organizerPaths.photoHidden(photo.id),
      field: 'hidden',
      value: '1',
      label: t('waiting.refuse'),
      className: 'quiet',
    },
    {
      key: 'approve',
      action: organizerPaths.photoApprove(photo.id),
      field: 'approve',
      value: '1',
      label: t('waiting.approve'),
      icon: 'check',
      shortcut: 'a',
      className: '',
    },
    {
      key: 'trust',
      action: organizerPaths.participantTrust(photo.owner.id),
      field: 'trusted',
      value: 'true',
      label: t('waiting.trust', { name }),
      className: 'quiet basis-full',
    },
  ];
  return (
    <div className="flex flex-wrap gap-2">
      {acts.map(({ key, action, field, value, label, icon, shortcut, className }) => (
        <fetcher.Form
          key={key}
          className={key === 'trust' ? 'flex-[1_1_100%]' : 'flex-auto'}
          method="post"
          action={action}
          onSubmit={onDecide}
        >
          <input type="hidden" name={field} value={value} />
          <input type="hidden" name="next" value={next} />
          <SubmitButton
            className={`${className} slim h-full w-full px-2 wrap-anywhere whitespace-normal`}
            icon={icon}
            aria-keyshortcuts={shortcut}
            label={label}
            busyLabel={t('saving')}
            pending={isBusy && fetcher.formAction === action}
            disabled={isBusy}
          />
        </fetcher.Form>
      ))}
    </div>
  );
}
