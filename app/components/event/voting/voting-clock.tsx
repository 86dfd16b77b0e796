import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ANSWERED, SILENT } from '~/browser/reach';
import {
  askServerNow,
  clockDoubt,
  CLOCK_SET,
  isClockAlone,
  serverNow,
  VOTING_TURN,
} from '~/browser/live/server-clock';
import { LEFT, type ClosingWords, type VotingLineView } from '~/components/event/event-views';
import { closingMark, countdownOf, nextTick, type ClosingMark } from '~/models/photo/voting';

/** Phones ask within this time after a turn, so that a party's phones do not all ask together. */
const SPREAD_MS = 2000;
/** When they ask again if the server's clock had not reached the moment. */
const AGAIN_MS = 5000;

/**
 * The line about the times of voting, by the server's clock: it counts down the last minutes, and asks for the new
 * state when voting should have opened or closed.
 * @param isSeen whether it shows anything
 */
export function VotingClock({
  line: { text, closing },
  turnsAt,
  eventId,
  isSeen,
}: {
  line: VotingLineView;
  turnsAt: number;
  eventId: number;
  isSeen: boolean;
}) {
  const { left, isAlone } = useTimeLeft(turnsAt, eventId);
  if (!isSeen) return null;
  if (!closing || left === null) return <p>{text}</p>;
  const isClosed = left <= 0;
  const mark = closingMark(left);
  const minutes = mark === null && !isClosed && closing.minutes;
  const words = mark !== null && isAlone ? closing.alone : text;
  return (
    <>
      <p className="min-w-0 flex-1">{isClosed ? closing.closed : words}</p>
      {mark !== null && <TimeLeft left={left} words={closing} />}
      {minutes && <span>{minutes.replace(LEFT, String(Math.ceil(left / 60_000)))}</span>}
      <Announced text={isClosed ? closing.closed : mark ? closing.marks[mark] : ''} />
    </>
  );
}

/** The time left, in minutes and seconds. */
export function TimeLeft({ left, words }: { left: number; words: Pick<ClosingWords, 'left'> }) {
  const { i18n } = useTranslation();
  const { minutes, seconds } = countdownOf(left);
  const unit = (value: number, name: 'minute' | 'second') =>
    value === 0
      ? ''
      : new Intl.NumberFormat(i18n.language, {
          style: 'unit',
          unit: name,
          unitDisplay: 'long',
        }).format(value);
  const said = `${unit(minutes, 'minute')} ${unit(seconds, 'second')}`.trim();
  return (
    <span className="tabular-nums" role="timer" aria-label={words.left.replace(LEFT, said)}>
      {minutes}:{String(seconds).padStart(2, '0')}
    </span>
  );
}

/**
 * A ring that empties.
 * @param share the part that is left, from 0 to 1
 * @param children the time left, inside the ring
 */
export function Dial({ share, children }: { share: number; children: ReactNode }) {
  return (
    <div className="dial">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r="45" />
        <circle
          className="v"
          cx="50"
          cy="50"
          r="45"
          pathLength="1000"
          strokeDasharray={`${Math.round(1000 * share)} 1000`}
        />
      </svg>
      {children}
    </div>
  );
}

/** Announces each text to screen readers when it appears, except the one that was there from the start. */
export function Announced({ text }: { text: string }) {
  const first = useRef<string | null>(text);
  if (first.current !== text) first.current = null;
  return (
    <span className="sr-only" role="status">
      {first.current === null ? text : ''}
    </span>
  );
}

/**
 * The time until a turn in ms, null until the server's time is known, and whether it is known only from this device's
 * clock.
 * @param from the number of minutes before the end from which seconds are shown; ten by default
 */
export function useTimeLeft(turnsAt: number, eventId: number, from?: ClosingMark) {
  const read = () => ({ now: serverNow(), isAlone: isClockAlone() });
  const [{ now, isAlone }, setClock] = useState(read);
  useEffect(() => {
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asking: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const clock = read();
      setClock(clock);
      clearTimeout(timer);
      if (clock.now === null) return;
      const left = turnsAt - clock.now;
      if (left <= 0) {
        asking ??= setTimeout(
          () => {
            asking = undefined;
            window.dispatchEvent(new Event(VOTING_TURN));
          },
          clockDoubt() + Math.random() * SPREAD_MS,
        );
      }
      timer = setTimeout(tick, left > 0 ? nextTick(left, from) : AGAIN_MS);
    };
    tick();
    void askServerNow(eventId, ending.signal);
    const listening = { signal: ending.signal };
    for (const type of [CLOCK_SET, ANSWERED, SILENT, 'online', 'offline']) {
      window.addEventListener(type, tick, listening);
    }
    document.addEventListener('visibilitychange', tick, listening);
    return () => {
      ending.abort();
      clearTimeout(timer);
      clearTimeout(asking);
    };
  }, [turnsAt, eventId, from]);
  return { left: now === null ? null : turnsAt - now, isAlone };
}
