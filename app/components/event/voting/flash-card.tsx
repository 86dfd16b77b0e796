import { DialogLink } from '~/components/dialogs/dialog-link';
import { Icon } from '~/components/ui/icon';
import { Announced, Dial, TimeLeft, useTimeLeft } from '~/components/event/voting/voting-clock';
import { useHydrated } from '~/components/ui/use-hydrated';
import { closingMark } from '~/models/photo/voting';
import type { FlashView } from './flash-views';

/**
 * The flash mission that runs, with the time left by the server's clock. When the time is up it disappears, and the
 * page asks for the new state. Without scripts it shows until when it runs.
 */
export function FlashCard({ flash, eventId }: { flash: FlashView; eventId: number }) {
  return useHydrated() ? <Counting {...{ flash, eventId }} /> : <Card flash={flash} left={null} />;
}

function Counting({ flash, eventId }: { flash: FlashView; eventId: number }) {
  const { words } = flash;
  const { left, isAlone } = useTimeLeft(flash.endsAt, eventId);
  const isOver = left !== null && left <= 0;
  const mark = left !== null && closingMark(left);
  return (
    <>
      {!isOver && <Card flash={flash} left={left} note={isAlone ? flash.device : undefined} />}
      <Announced text={isOver ? words.closed : mark ? words.marks[mark] : ''} />
    </>
  );
}

/**
 * @param props.left in ms; null while only the time of its end is known
 * @param props.note the text beside it
 */
function Card({
  flash: { label, mission, note, startedAt, endsAt, until, words, to, act },
  left,
  note: more = left === null ? until : undefined,
}: {
  flash: FlashView;
  left: number | null;
  note?: string;
}) {
  return (
    <section className="flash-card on-night" aria-label={label}>
      {left !== null && (
        <Dial share={left / (endsAt - startedAt)}>
          <TimeLeft left={left} words={words} />
        </Dial>
      )}
      <div className="min-w-0 flex-1">
        <h2>
          <bdi>{mission}</bdi>
        </h2>
        <p>{more ? `${note} · ${more}` : note}</p>
      </div>
      <DialogLink className="button lit" to={to}>
        <Icon name="camera" />
        {act}
      </DialogLink>
    </section>
  );
}
