import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { SubmitButton } from '~/components/ui/submit';
import { CLASSES_PEOPLE, Person } from './people';

/** A banned person. */
export interface BanView {
  id: number;
  name: string;
  /** The day, formatted. */
  since: string;
}

/** The people banned by the organizer; each ban can be lifted (rule `participants.kept-out`). */
export function BannedPeople({ people }: { people: BanView[] }) {
  const { t } = useTranslation('organizer');
  const pending = useNavigation().formData?.get('keptOutId');
  if (people.length === 0) return null;
  return (
    <section className="card">
      <h2>{t('kept_out.title')}</h2>
      <p className="text-ink-soft">{t('kept_out.text')}</p>
      <ul className={CLASSES_PEOPLE}>
        {people.map(({ id, name, since }) => (
          <Person key={id}>
            <div className="min-w-0 flex-1 py-1">
              <p className="font-bold wrap-anywhere">
                <bdi>{name}</bdi>
              </p>
              <p className="text-sm text-ink-soft">{since}</p>
            </div>
            <Form method="post" action={organizerPaths.participants()}>
              <input type="hidden" name="keptOutId" value={id} />
              <SubmitButton
                className="quiet slim"
                pending={pending === String(id)}
                aria-label={t('kept_out.let_in_one', { name })}
                label={t('kept_out.let_in')}
              />
            </Form>
          </Person>
        ))}
      </ul>
    </section>
  );
}
