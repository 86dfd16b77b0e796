import { Form, Link, useNavigation } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '~/models/errors';
import { paths } from '~/paths';
import { Summary } from '~/components/ui/summary';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';
import { useArrivalFocus } from '~/components/ui/use-step-focus';

/** The two names, once more, before they open the event to a visitor. */
export function JoinConfirm({
  event,
  organizerName,
  error,
}: {
  event: string;
  organizerName: string;
  error: ErrorCode | null;
}) {
  const { t } = useTranslation('auth');
  const titleId = useId();
  useArrivalFocus(titleId);
  return (
    <>
      <div>
        <h1 id={titleId}>{t('confirm.title')}</h1>
        <p className="soft mt-1.5">{t('confirm.question')}</p>
      </div>
      {error && <AccessDenied error={error} />}
      <Summary
        rows={[
          { label: t('fields.event'), value: event },
          { label: t('fields.organizer'), value: organizerName },
        ]}
      />
      <Form className="actions mt-0" method="post">
        <input type="hidden" name="event" value={event} />
        <input type="hidden" name="organizerName" value={organizerName} />
        <SubmitButton
          className="big wide"
          pending={useNavigation().formMethod === 'POST'}
          busyLabel={t('actions.opening')}
          icon="check"
          label={t('actions.confirm')}
        />
        <Link className="btn quiet wide" to={paths.join({ event, organizer: organizerName })}>
          <Icon name="pencil" />
          {t('actions.edit')}
        </Link>
      </Form>
    </>
  );
}

/** Why a visitor is not let in. */
function AccessDenied({ error }: { error: ErrorCode }) {
  const { t } = useTranslation(['auth', 'errors']);
  const text =
    error === 'event_ended'
      ? t('join.ended_text')
      : error === 'unknown'
        ? t('join.denied_text')
        : t(`errors:${error}`);
  return (
    <Note tone="error" title={t('join.denied')}>
      {text}
    </Note>
  );
}
