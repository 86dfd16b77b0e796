import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { Pill } from '../ui/pill';

/** Whether a second factor is on, and the link to its page. */
export function SecondFactorCard({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('second_factor');
  return (
    <section className="card grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="m-0">{t('title')}</h2>
        {isOn ? (
          <Pill tone="ok" icon="check">
            {t('on')}
          </Pill>
        ) : (
          <Pill>{t('off')}</Pill>
        )}
      </div>
      <p className="text-ink-soft">{t('text')}</p>
      <Link className="button quiet w-full" to={paths.secondFactor()}>
        {t(isOn ? 'manage' : 'set_up')}
      </Link>
    </section>
  );
}
