import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { startUpload, type SlotKey } from '~/offline/photo-uploads';
import type { UploadFailure } from '~/offline/send-upload';
import { useToast } from '~/components/shell/toaster';
import { useFailureText } from './upload-failure';

/** How sending a photo ended: it arrived, or not, or the person changed their mind. */
export type Sent = 'arrived' | 'cancelled' | UploadFailure;

/**
 * Sends a photo into a slot, then loads the screen anew. Why one did not arrive stands at its slot; a toast
 * says it to who has gone to another screen meanwhile.
 */
export function useSendPhoto(): (slot: SlotKey, file: File) => Promise<Sent> {
  const { t } = useTranslation('own');
  const toast = useToast();
  const reasonText = useFailureText();
  const { revalidate } = useRevalidator();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(
    async (slot, file) => {
      const failure = await startUpload(slot, file);
      if (failure === 'cancelled') return failure;
      if (failure === null) {
        revalidate();
        return 'arrived';
      }
      if (!isHere.current) {
        const text = t('slot.failed_text', { reason: reasonText(failure) });
        toast({ tone: 'bad', title: t('slot.failed'), text });
      }
      return failure;
    },
    [t, toast, reasonText, revalidate],
  );
}
