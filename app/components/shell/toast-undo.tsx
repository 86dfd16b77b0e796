import { Form } from '@remix-run/react';
import { useScreen } from '~/browser/screen';
import { withQuery } from '~/paths';
import type { ToastMessage } from './toast';

/**
 * The button that takes back what a notice tells, and leads back to this screen. Its form navigates, because a
 * notice may be gone before the answer comes, and a fetcher of its own would then be aborted.
 */
export function ToastUndo({
  undo: { action, fields, label },
  className,
}: {
  undo: NonNullable<ToastMessage['undo']>;
  className: string;
}) {
  const { pathname, search } = useScreen();
  const next = pathname + search;
  return (
    <Form method="post" action={withQuery(action, { next })} preventScrollReset>
      <input type="hidden" name="next" value={next} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className={className} aria-keyshortcuts="u">
        {label}
      </button>
    </Form>
  );
}
