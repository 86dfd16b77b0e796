import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import type { Check, Level } from '~/models/admin/doctor';
import { paths } from '~/paths';
import { Icon } from '../ui/icon';
import { Pill } from '../ui/pill';

/** A finding in the reader's language. */
interface FindingLine {
  check: Check;
  level: Level;
  text: string;
}

/** What the doctor found, in the order of the checks. */
export function DoctorScreen({ findings }: { findings: FindingLine[] }) {
  const { t } = useTranslation('admin');
  return (
    <section className="card">
      <div className="flex items-center gap-3">
        <Icon name="gear" />
        <h2>{t('doctor.title')}</h2>
      </div>
      <p className="mt-2 text-ink-soft">{t('doctor.text')}</p>
      <ul className="mt-2">
        {findings.map((finding, index) => (
          <FindingItem key={index} finding={finding} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link className="button" to={adminPaths.doctor()} reloadDocument>
          <Icon name="refresh" />
          {t('doctor.again')}
        </Link>
        <Link className="button quiet" to={paths.admin()}>
          {t('doctor.back')}
        </Link>
      </div>
    </section>
  );
}

function FindingItem({ finding: { check, level, text } }: { finding: FindingLine }) {
  const { t } = useTranslation('admin');
  return (
    <li className="grid gap-1 border-line py-3.5 not-first:border-t">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3>{t(`doctor.checks.${check}`)}</h3>
        <LevelPill level={level} />
      </div>
      <p className="text-sm wrap-anywhere">{text}</p>
    </li>
  );
}

const LEVELS = {
  fine: { tone: 'ok', icon: 'check' },
  warning: { tone: 'warn', icon: 'info' },
  wrong: { tone: 'bad', icon: 'alert' },
} as const;

function LevelPill({ level }: { level: Level }) {
  const { t } = useTranslation('admin');
  return <Pill {...LEVELS[level]}>{t(`doctor.levels.${level}`)}</Pill>;
}
