import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import {
  FIRST_STEPS,
  type FirstStep,
  type FirstSteps,
  type Missing,
} from '~/models/admin/first-run';
import { paths } from '~/paths';
import { Icon } from '../ui/icon';
import { Pill } from '../ui/pill';
import { PostForm } from '../ui/post-form';

/** The administrator's first steps, each with what is missing and a button for it. */
export function FirstRunCard({ steps }: { steps: FirstSteps }) {
  const { t } = useTranslation('admin');
  const done = FIRST_STEPS.filter((step) => steps[step] === null).length;
  return (
    <section className="card mb-4">
      <div className="flex flex-wrap items-center gap-3">
        <Icon name="flag" />
        <h2>{t('first_run.title')}</h2>
        <Pill>{t('first_run.progress', { done, all: FIRST_STEPS.length })}</Pill>
      </div>
      <p className="mt-2 text-ink-soft">{t('first_run.text')}</p>
      <ul className="mt-2">
        {FIRST_STEPS.map((step) => (
          <StepItem key={step} step={step} missing={steps[step]} />
        ))}
      </ul>
      <PostForm action={adminPaths.firstRun()}>
        <div className="mt-4 flex flex-wrap gap-2">
          <button className="button quiet" type="submit">
            {t('first_run.close')}
          </button>
          <Link className="button quiet" to={adminPaths.doctor()}>
            {t('doctor.open')}
          </Link>
        </div>
      </PostForm>
    </section>
  );
}

function StepItem({ step, missing }: { step: FirstStep; missing: Missing | null }) {
  const { t } = useTranslation('admin');
  const isDone = missing === null;
  return (
    <li className="grid gap-1.5 border-line py-3.5 not-first:border-t">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3>{t(`first_run.steps.${step}`)}</h3>
        <Pill tone={isDone ? 'ok' : 'warn'} icon={isDone ? 'check' : 'clock'}>
          {t(isDone ? 'first_run.done' : 'first_run.open')}
        </Pill>
      </div>
      {missing !== null && <StepHelp step={step} missing={missing} />}
    </li>
  );
}

/** What is missing, and the buttons that help. */
function StepHelp({ step, missing }: { step: FirstStep; missing: Missing }) {
  const { t } = useTranslation('admin');
  const text = missing === 'ready' ? (step === 'mail' ? 'mail' : 'payments') : missing;
  return (
    <>
      <p className="text-sm">{t(`first_run.missing.${text}`)}</p>
      <div className="flex flex-wrap gap-2">
        {missing === 'first_password' && (
          <Link className="button slim" to={adminPaths.credentials({ next: paths.admin() })}>
            {t('first_run.change_password')}
          </Link>
        )}
        {missing === 'example_address' && (
          <Link className="button slim" to={paths.settings()}>
            {t('first_run.open_settings')}
          </Link>
        )}
        {(missing === 'storage_failing' || missing === 'disk_low') && (
          <Link className="button slim" to={adminPaths.storage()}>
            {t('first_run.open_storage')}
          </Link>
        )}
        {step === 'mail' && missing === 'ready' && (
          <IntentButton intent="mail" label={t('first_run.send_mail')} />
        )}
        {step === 'payments' && missing === 'ready' && (
          <IntentButton intent="payments" label={t('first_run.ask_stripe')} />
        )}
        {step === 'payments' && (
          <IntentButton intent="sell_nothing" label={t('first_run.sell_nothing')} isQuiet />
        )}
      </div>
    </>
  );
}

function IntentButton({
  intent,
  label,
  isQuiet = false,
}: {
  intent: 'mail' | 'payments' | 'sell_nothing';
  label: string;
  isQuiet?: boolean;
}) {
  return (
    <PostForm action={adminPaths.firstRun()}>
      <input type="hidden" name="intent" value={intent} />
      <button className={isQuiet ? 'button quiet slim' : 'button slim'} type="submit">
        {label}
      </button>
    </PostForm>
  );
}
