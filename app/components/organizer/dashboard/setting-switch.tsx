import { Form } from '@remix-run/react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Pill } from '~/components/ui/pill';
import { Switch } from '~/components/ui/switch';
import { useSetting } from './use-setting';

interface Props {
  /** The form's target, and the name of the field with the new value. */
  action: string;
  field: string;
  isOn: boolean;
  label: ReactNode;
  hint: ReactNode;
}

/** An on/off setting of the event. The switch moves immediately, and back if the server refuses. */
export function SettingSwitch({ action, field, isOn: isSetOn, label, hint }: Props) {
  const { t } = useTranslation('organizer');
  const { submit, pending } = useSetting(action);
  const id = useId();
  const isOn = pending ? pending.get(field) === 'true' : isSetOn;

  return (
    <Form className="setting-row" method="post" action={action} onSubmit={submit}>
      <div className="min-w-44 flex-1">
        <p className="name">
          <span id={`${id}-label`}>{label}</span>
          {isOn ? (
            <Pill tone="ok">{t('rules.enabled')}</Pill>
          ) : (
            <Pill tone="warn">{t('rules.disabled')}</Pill>
          )}
        </p>
        <p className="text-sm text-ink-soft" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      <input type="hidden" name={field} value={String(!isOn)} />
      <Switch isOn={isOn} aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`} />
    </Form>
  );
}
