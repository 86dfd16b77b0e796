import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { Icon } from '~/components/ui/icon';
import { SubmitButton } from '~/components/ui/submit';
import type { ViewerView } from '~/components/event/event-views';

/** A row below the photo. */
export const VIEWER_BAR_CLASS =
  'viewer-bar mx-auto flex w-full max-w-136 flex-wrap items-center gap-3 p-2 sideways:gap-2 sideways:px-0 sideways:py-1 laptop:px-0';

/** Says who can see a photo that is hidden or waits; the organizer can show it (rule `photos.hidden`). */
export function HiddenNote({ hidden }: { hidden: NonNullable<ViewerView['hidden']> }) {
  const { isPending } = useDialogAction();
  const { text, show, isWaiting = false } = hidden;
  return (
    <div className={VIEWER_BAR_CLASS}>
      <p className="inline-flex min-w-0 flex-[1_1_12rem] sideways:flex-[1_0_calc(100%-2.75rem)] laptop:flex-[1_0_calc(100%-2.75rem)] items-center gap-2 text-sm/body">
        <Icon name={isWaiting ? 'clock' : 'eye-off'} />
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </p>
      {show && (
        <DialogForm action={show.action}>
          <input type="hidden" name="hidden" value="0" />
          <input type="hidden" name="next" value={show.next} />
          <SubmitButton
            className={isWaiting ? 'lit slim' : 'quiet slim'}
            label={show.label}
            pending={isPending}
          />
        </DialogForm>
      )}
    </div>
  );
}
