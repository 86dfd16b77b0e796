import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '~/components/ui/select-field';
import { SubmitButton } from '~/components/ui/submit';
import { paths } from '~/paths';
import type { SettingsView } from './account-views';

const INTENT = 'table';

/** The choice of the table that a member sits at (rule `tables.whose`). */
export function TableCard({ table }: { table: NonNullable<SettingsView['table']> }) {
  const { t } = useTranslation('account');
  return (
    <section className="card">
      <h2>{table.title}</h2>
      <Form className="grid gap-4" method="post" action={paths.settings()}>
        <SelectField
          name="table"
          label={table.label}
          hint={table.hint}
          defaultValue={table.chosen}
          key={table.chosen}
        >
          {table.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SubmitButton
          className="quiet"
          label={table.save}
          busyLabel={t('settings.saving')}
          name="intent"
          value={INTENT}
          pending={useNavigation().formData?.get('intent') === INTENT}
        />
      </Form>
      {table.lights && (
        <Link className="mt-3 inline-flex min-h-11 items-center" to={table.lights.to}>
          {table.lights.label}
        </Link>
      )}
    </section>
  );
}
