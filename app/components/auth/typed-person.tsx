import { useTranslation } from 'react-i18next';
import type { LoginTexts } from './login-reply';
import { Summary } from '~/components/ui/summary';

/** The name and e-mail as typed, for confirmation; hidden fields pass them on. */
export function TypedPerson({ values: { name, email, consent } }: { values: LoginTexts }) {
  const { t } = useTranslation('auth');
  return (
    <>
      <Summary
        rows={[
          { label: t('fields.name'), value: name },
          { label: t('fields.email'), value: email },
        ]}
      />
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="consent" value={consent} />
    </>
  );
}
