import { useRevalidator } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { startUpload, type SlotKey } from '~/offline/photo-uploads';
import { useToast } from '~/components/shell/toaster';
import { useFailureText } from './upload-failure';

/** Sends a photo into a slot; then loads the screen anew, or says why not. */
export function useSendPhoto(slot: SlotKey) {
  const { t } = useTranslation('event');
  const toast = useToast();
  const reasonText = useFailureText();
  const { revalidate } = useRevalidator();
  return async (file: File) => {
    const failure = await startUpload(slot, file);
    if (failure === 'cancelled') return;
    if (failure === null) return revalidate();
    toast({
      tone: 'bad',
      title: t('slot.failed'),
      text: t('slot.failed_text', { reason: reasonText(failure) }),
    });
  };
}
