import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { textAbout } from '~/i18n/text-about';

/** Returns the alternative text of a photo: whose it is, and its caption. */
export function usePhotoAlt(): (photo: { userName: string; caption: string | null }) => string {
  const { t } = useTranslation('event');
  return useMemo(() => {
    const altOf = textAbout((values) => t('photo.alt', values));
    return ({ userName, caption }) =>
      caption === null ? altOf(userName) : t('photo.alt_caption', { name: userName, caption });
  }, [t]);
}
