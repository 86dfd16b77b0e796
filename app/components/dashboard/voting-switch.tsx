import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { Pill } from '~/components/ui/pill';
import { useSetting } from './use-setting';

const FIELD = 'votingEnabled';
const LABEL_ID = 'voting';
const HINT_ID = 'voting-hint';

/** Opens and closes the vote; the switch moves at once, and back when it was refused. */
export function VotingSwitch({ isEnabled }: { isEnabled: boolean }) {
  const { t } = useTranslation('organizer');
  const { submit, pending } = useSetting(organizerPaths.eventVoting());
  const isOn = pending ? pending.get(FIELD) === 'true' : isEnabled;

  return (
    <Form
      className="setting-row"
      method="post"
      action={organizerPaths.eventVoting()}
      onSubmit={submit}
    >
      <div className="min-w-44 flex-1">
        <p className="name">
          <span id={LABEL_ID}>{t('rules.voting')}</span>
          {isOn ? (
            <Pill tone="ok">{t('rules.enabled')}</Pill>
          ) : (
            <Pill tone="warn">{t('rules.disabled')}</Pill>
          )}
        </p>
        <p className="text-sm text-ink-soft" id={HINT_ID}>
          {t('rules.voting_hint')}
        </p>
      </div>
      <input type="hidden" name={FIELD} value={String(!isOn)} />
      <button
        className="switch"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={LABEL_ID}
        aria-describedby={HINT_ID}
      />
    </Form>
  );
}
