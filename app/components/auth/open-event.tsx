import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';

/** What a private link opens: its event's name and one button. A guest's are always mailed. */
export function OpenEvent({
  title,
  isSingleUse = false,
  isGuest = false,
}: {
  title: string;
  isSingleUse?: boolean;
  isGuest?: boolean;
}) {
  const { t } = useTranslation(['access', 'auth']);
  const isPending = useNavigation().formMethod === 'POST';
  return (
    <>
      <div>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p className="mt-1.5 text-ink-soft">
          {t(isGuest ? 'link.text_guest' : 'link.text')} {isSingleUse && t('link.once')}
        </p>
      </div>
      <Form method="post">
        <SubmitButton
          className="big w-full"
          pending={isPending}
          label={t(isGuest ? 'link.open_guest' : 'link.open')}
          busyLabel={t('auth:actions.opening')}
        />
      </Form>
    </>
  );
}

/** A private link that was used, replaced or has run out. */
export function LinkExpired() {
  const { t } = useTranslation(['access', 'auth']);
  return (
    <>
      <h1>{t('link.expired_title')}</h1>
      <Note tone="warn" title={t('link.invalid')}>
        {t('link.invalid_text')}
      </Note>
      <Link className="button big w-full" to={paths.auth()}>
        {t('auth:actions.to_start')}
      </Link>
    </>
  );
}
