import type { SubmissionResult } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';
import type { ReactNode } from 'react';
import { isCode } from '~/models/error-code';
import type { ErrorCode } from '~/models/errors';
import { useLastAnswer } from '~/offline/use-answer';
import { paths } from '~/paths';
import type { IconName } from '~/components/ui/icon';
import { SubmitButton } from '~/components/ui/submit';
import type { JoinValues } from './join-form';

/**
 * Opens an event to a visitor.
 * @param reply what the page's own form was refused with, without scripts
 * @returns the form's own fetcher, and why nobody was let in
 */
export function useEntry(reply?: SubmissionResult<string[]>) {
  const fetcher = useFetcher<SubmissionResult<string[]>>();
  return { fetcher, error: refusalOf(useLastAnswer(fetcher.data) ?? reply) };
}

/** The button that opens an event, with both of its names. */
export function EntryForm({
  fetcher,
  names: { event, organizerName },
  className = 'big w-full',
  icon,
  label,
  busyLabel,
  children,
}: {
  fetcher: ReturnType<typeof useEntry>['fetcher'];
  names: JoinValues;
  className?: string;
  icon?: IconName;
  label: string;
  busyLabel: string;
  /** What else can be done. */
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
      <SubmitButton
        className={className}
        pending={fetcher.state !== 'idle'}
        busyLabel={busyLabel}
        icon={icon}
        label={label}
      />
      {children}
    </fetcher.Form>
  );
}

/** The first reason of a refused form; null where there is none. */
function refusalOf(reply: SubmissionResult<string[]> | undefined): ErrorCode | null {
  const errors = Object.values(reply?.error ?? {}).flat();
  return errors.length > 0 ? (errors.find(isCode) ?? 'unknown') : null;
}
