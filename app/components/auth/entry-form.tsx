import type { SubmissionResult } from '@conform-to/react';
import { Link, useFetcher } from '@remix-run/react';
import type { ReactNode } from 'react';
import { isCode } from '~/models/error-code';
import type { ErrorCode } from '~/models/errors';
import { useLastAnswer } from '~/browser/use-answer';
import { paths } from '~/paths';
import type { IconName } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';
import type { JoinValues } from './join-form';

/**
 * Opens an event for a visitor.
 * @param reply the reply to the page's own form, without scripts
 * @returns the form's fetcher, and the error if entering failed
 */
export function useEntry(reply?: SubmissionResult<string[]>) {
  const fetcher = useFetcher<SubmissionResult<string[]>>();
  return { fetcher, error: refusalOf(useLastAnswer(fetcher.data) ?? reply) };
}

/** The question for a member of another event, in the reader's language (rule `session.one-event`). */
export interface Leaving {
  title: string;
  text: string;
  leave: string;
  stay: string;
}

/** The button that opens an event by its names. */
export function EntryForm({
  fetcher,
  names: { event, organizerName },
  mission = null,
  leaving,
  className = 'big w-full',
  icon,
  label,
  busyLabel,
  children,
}: {
  fetcher: ReturnType<typeof useEntry>['fetcher'];
  names: JoinValues;
  /** The code of a printed mission card, whose mission is then chosen. */
  mission?: string | null;
  leaving: Leaving | null;
  className?: string;
  icon?: IconName;
  label: string;
  busyLabel: string;
  /** Other actions. */
  children?: ReactNode;
}) {
  return (
    <fetcher.Form
      className="actions mt-0"
      method="post"
      action={paths.joinConfirm({ event, organizer: organizerName })}
    >
      <input type="hidden" name="event" value={event} />
      <input type="hidden" name="organizerName" value={organizerName} />
      {mission && <input type="hidden" name="mission" value={mission} />}
      {leaving && (
        <>
          <input type="hidden" name="leave" value="1" />
          <Note tone="warn" title={leaving.title}>
            {leaving.text}
          </Note>
        </>
      )}
      <SubmitButton
        className={className}
        pending={fetcher.state !== 'idle'}
        busyLabel={busyLabel}
        icon={icon}
        label={leaving?.leave ?? label}
      />
      {leaving && (
        <Link className="button quiet w-full" to={paths.home()}>
          {leaving.stay}
        </Link>
      )}
      {children}
    </fetcher.Form>
  );
}

/** The first error of a refused form; null if there is none. */
function refusalOf(reply: SubmissionResult<string[]> | undefined): ErrorCode | null {
  const errors = Object.values(reply?.error ?? {}).flat();
  return errors.length > 0 ? (errors.find(isCode) ?? 'unknown') : null;
}
