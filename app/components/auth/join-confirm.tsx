import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { Summary } from '~/components/ui/summary';
import { Icon } from '~/components/ui/icon';
import { useArrivalFocus } from '~/components/ui/use-step-focus';
import { AccessDenied } from './access-denied';
import { EntryForm, useEntry, type Leaving } from './entry-form';

/** Asks to confirm the two names before they open the event for a visitor. */
export function JoinConfirm({
  event,
  organizerName,
  leaving = null,
  reply,
  onEdit,
}: {
  event: string;
  organizerName: string;
  leaving?: Leaving | null;
  /** The reply to the page's own form, without scripts. */
  reply?: SubmissionResult<string[]>;
  /** Goes back to the form if it cannot be loaded. */
  onEdit?: () => void;
}) {
  const { t } = useTranslation('auth');
  const { fetcher, error } = useEntry(reply);
  const titleId = useId();
  useArrivalFocus(titleId);
  return (
    <>
      <div>
        <h1 id={titleId}>{t('confirm.title')}</h1>
        <p className="mt-1.5 text-ink-soft">{t('confirm.question')}</p>
      </div>
      {error && <AccessDenied error={error} />}
      <Summary
        rows={[
          { label: t('fields.event'), value: event },
          { label: t('fields.organizer'), value: organizerName },
        ]}
      />
      <EntryForm
        fetcher={fetcher}
        names={{ event, organizerName }}
        leaving={leaving}
        icon="check"
        label={t('actions.confirm')}
        busyLabel={t('actions.opening')}
      >
        <Link
          className="button quiet w-full"
          to={paths.join({ event, organizer: organizerName, edit: 1 })}
          onClick={(press) => {
            if (onEdit) press.preventDefault();
            onEdit?.();
          }}
        >
          <Icon name="pencil" />
          {t('actions.edit')}
        </Link>
      </EntryForm>
    </>
  );
}
