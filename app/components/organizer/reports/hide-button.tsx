import { useFetcher } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { SubmitButton } from '~/components/ui/submit';
import { organizerPaths } from '~/organizer-paths';

/**
 * Hides a photo, or shows a hidden one again (rule `photos.hidden`).
 * @param next where the response leads back
 */
export function HideButton({
  photoId,
  isHidden,
  next,
}: {
  photoId: number;
  isHidden: boolean;
  next: string;
}) {
  const { t } = useTranslation('flags');
  const fetcher = useFetcher();
  return (
    <fetcher.Form className="flex-auto" method="post" action={organizerPaths.photoHidden(photoId)}>
      <input type="hidden" name="hidden" value={isHidden ? '0' : '1'} />
      <input type="hidden" name="next" value={next} />
      <SubmitButton
        className="quiet slim w-full px-2"
        icon={isHidden ? 'check' : 'eye-off'}
        label={t(isHidden ? 'card.show' : 'card.hide')}
        pending={fetcher.state !== 'idle'}
      />
    </fetcher.Form>
  );
}
