import { DialogLink } from '~/components/dialogs/dialog-link';
import { Icon } from '~/components/ui/icon';
import { Dial } from '~/components/event/voting/dial';
import { Announced, TimeLeft, useTimeLeft } from '~/components/event/voting/voting-clock';
import { closingMark } from '~/models/photo/voting';
import type { FlashView } from './flash-views';

/**
 * The flash mission that runs, with the time left by the server's clock. Once that is over it is gone, and the page
 * asks for the new state. Without scripts it says until when it runs.
 */
export function FlashCard({ flash, eventId }: { flash: FlashView; eventId: number }) {
  const { startedAt, endsAt, words } = flash;
  const { left, isAlone } = useTimeLeft(endsAt, eventId);
  const isOver = left !== null && left <= 0;
  const mark = left !== null && closingMark(left);
  return (
    <>
      {!isOver && (
        <section className="flash-card on-night" aria-label={flash.label}>
          {left !== null && (
            <Dial share={left / (endsAt - startedAt)}>
              <TimeLeft left={left} words={words} />
            </Dial>
          )}
          <div className="min-w-0 flex-1">
            <h2>
              <bdi>{flash.mission}</bdi>
            </h2>
            <p>
              {flash.note}
              {left === null && ` · ${flash.until}`}
              {isAlone && left !== null && ` · ${flash.device}`}
            </p>
          </div>
          <DialogLink className="button lit" to={flash.to}>
            <Icon name="camera" />
            {flash.act}
          </DialogLink>
        </section>
      )}
      <Announced text={isOver ? words.closed : mark ? words.marks[mark] : ''} />
    </>
  );
}
