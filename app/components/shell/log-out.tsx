import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { Icon } from '~/components/ui/icon';
import { PostForm } from '~/components/ui/post-form';

/**
 * The button that logs out.
 * @param buttonClassName further classes of the button
 * @param className the classes of the form around it
 */
export function LogOut({
  buttonClassName = 'w-full',
  className,
}: {
  buttonClassName?: string;
  className?: string;
}) {
  const { t } = useTranslation('common');
  return (
    <PostForm className={className} action={paths.logout()}>
      <button className={`button quiet ${buttonClassName}`}>
        <Icon name="door" />
        {t('nav.log_out')}
      </button>
    </PostForm>
  );
}
