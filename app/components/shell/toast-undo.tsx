import { Form } from '@remix-run/react';
import type { ToastMessage } from './toast';

/**
 * The button that takes back what a notice tells. Its form navigates, because a notice may be gone before the
 * answer comes, and a fetcher of its own would then be aborted.
 */
export function ToastUndo({
  undo: { action, fields, label },
  className,
}: {
  undo: NonNullable<ToastMessage['undo']>;
  className: string;
}) {
  return (
    <Form method="post" action={action} preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className={className} aria-keyshortcuts="u">
        {label}
      </button>
    </Form>
  );
}
