import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import { Icon } from '../ui/icon';

/** Leads to the doctor, which contacts other machines and may take seconds. */
export function DoctorLink() {
  const { t } = useTranslation('admin');
  return (
    <section className="card mt-4 flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <h2>{t('doctor.title')}</h2>
        <p className="mt-1 text-sm text-ink-soft">{t('doctor.text')}</p>
      </div>
      <Link className="button quiet" to={adminPaths.doctor()}>
        <Icon name="check" />
        {t('doctor.open')}
      </Link>
    </section>
  );
}
