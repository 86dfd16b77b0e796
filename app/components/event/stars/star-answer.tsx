import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenDialog } from '~/components/dialogs/dialog-context';
import { dismissToast, toast, useShownToast } from '~/components/shell/toast';
import type { Answer } from '~/browser/answer';
import { paths } from '~/paths';
import { shownPath } from '~/dialog-address';

/** Shows the answer to a star that was sent; the answer may have arrived before this was loaded. */
export function StarAnswer({ fetcherKey, photoId }: { fetcherKey: string; photoId: number }) {
  const { data, formData, submit } = useFetcher<Answer<{ left?: number }> & { isLate?: true }>({
    key: fetcherKey,
  });
  const { t } = useTranslation('event');
  const shown = useShownToast();
  const open = useOpenDialog();
  const announced = useRef<typeof data>();
  const about = `star ${photoId}`;
  const isTakenBack = formData?.get('on') === '0';

  useEffect(() => {
    if (isTakenBack && shown?.about === about) dismissToast(shown.id);
  }, [isTakenBack, shown, about]);

  useEffect(() => {
    if (!data || announced.current === data) return;
    announced.current = data;
    const here = shownPath(window.location);
    // A queued star does not open the dialog, because the user may be anywhere by now.
    if (!data.ok && data.code === 'favorites_full' && !data.isLate) {
      if (open(paths.starMove(photoId, { next: here }))) return;
    }
    if (!data.toast) return;
    const undo = () => {
      const values = { on: '0', next: here, answer: 'data' };
      submit(values, { method: 'post', action: paths.star(photoId), flushSync: true });
    };
    const left = data.ok ? data.left : undefined;
    toast({
      ...data.toast,
      about,
      action: left === undefined ? undefined : { label: t('star.undo'), onPress: undo },
      link: left === 0 ? { label: t('star.podium'), to: paths.top() } : undefined,
    });
  }, [data, open, photoId, about, submit, t]);
  return null;
}
