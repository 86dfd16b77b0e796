import type { SubmissionResult } from '@conform-to/react';
import { Link, useFetcher } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isCode } from '~/models/error-code';
import type { ErrorCode } from '~/models/errors';
import { useLastAnswer } from '~/offline/use-answer';
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
  reply,
  onEdit,
}: {
  event: string;
  organizerName: string;
  /** What the page's own form was refused with, without scripts. */
  reply?: SubmissionResult<string[]>;
  /** Goes back to the form where it cannot be loaded. */
  onEdit?: () => void;
}) {
  const { t } = useTranslation('auth');
  const fetcher = useFetcher<SubmissionResult<string[]>>();
  const error = refusalOf(useLastAnswer(fetcher.data) ?? reply);
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
      <fetcher.Form
        className="actions mt-0"
        method="post"
        action={paths.joinConfirm({ event, organizer: organizerName })}
      >
        <input type="hidden" name="event" value={event} />
        <input type="hidden" name="organizerName" value={organizerName} />
        <SubmitButton
          className="big w-full"
          pending={fetcher.state !== 'idle'}
          busyLabel={t('actions.opening')}
          icon="check"
          label={t('actions.confirm')}
        />
        <Link
          className="button quiet w-full"
          to={paths.join({ event, organizer: organizerName })}
          onClick={(press) => {
            if (onEdit) press.preventDefault();
            onEdit?.();
          }}
        >
          <Icon name="pencil" />
          {t('actions.edit')}
        </Link>
      </fetcher.Form>
    </>
  );
}

/** The first reason of a refused form; null where there is none. */
export function refusalOf(reply: SubmissionResult<string[]> | undefined): ErrorCode | null {
  const errors = Object.values(reply?.error ?? {}).flat();
  return errors.length > 0 ? (errors.find(isCode) ?? 'unknown') : null;
}

/** Why a visitor is not let in. */
export function AccessDenied({ error }: { error: ErrorCode }) {
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
