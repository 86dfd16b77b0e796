import { useFetchers, useNavigate, useNavigation, useRouteLoaderData } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { preloadCode } from '~/browser/code-ahead';
import { isStreamOpen } from '~/browser/live/live';
import {
  askServerNow,
  clockDoubt,
  CLOCK_SET,
  serverNow,
  VOTING_TURN,
} from '~/browser/live/server-clock';
import { noteRevealSeen, wasRevealSeen } from '~/browser/reveal/seen-reveals';
import { useScreen } from '~/browser/screen';
import { organizerPaths } from '~/organizer-paths';
import { revealPaths } from '~/reveal-paths';

/** A party's phones open the page spread over this time, so that they do not all ask together. */
const SPREAD_MS = 1500;
/** The delay before it checks again whether a user who was writing or away can be sent to the reveal. */
const AGAIN_MS = 1000;
/** How often a page without a stream asks whether the awaited reveal has begun. */
const ASK_EVERY_MS = 10_000;

interface ShellData {
  eventId: number;
  reveal: { startsAt: number | null; endsAt: number | null } | null;
}

/**
 * Sends an open page to the reveal when it begins, unless somebody is writing or has a dialog open: they see a line
 * below the header instead (rule `reveal.led`). The wall's remote stays, too. Renders nothing.
 * @param props.isScreen whether the page is a screen, and not a dialog's own page
 */
export function RevealWatch({ isScreen }: { isScreen: boolean }): null {
  const { eventId, reveal } = useRouteLoaderData('routes/event/shell') as ShellData;
  const { dialog, pathname } = useScreen();
  const navigate = useNavigate();
  const isIdle = [useNavigation(), ...useFetchers()].every(({ state }) => state === 'idle');
  const isFree = isScreen && dialog === null && isIdle && pathname !== organizerPaths.wall();
  const isWriting = useWriting(pathname);
  const isAwaited = reveal !== null;
  const startsAt = reveal?.startsAt ?? null;
  const endsAt = reveal?.endsAt ?? null;

  useEffect(() => {
    if (isAwaited) preloadCode(revealPaths.reveal());
  }, [isAwaited]);

  useEffect(() => {
    if (!isAwaited || startsAt !== null) return;
    const timer = setInterval(() => {
      if (!document.hidden && !isStreamOpen()) window.dispatchEvent(new Event(VOTING_TURN));
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isAwaited, startsAt]);

  useEffect(() => {
    if (startsAt === null || endsAt === null || !isFree) return;
    const ending = new AbortController();
    const spread = Math.random() * SPREAD_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      const now = serverNow();
      if (now === null || now >= endsAt || wasRevealSeen(eventId, startsAt)) return;
      const left = startsAt + clockDoubt() + spread - now;
      if (left > 0) timer = setTimeout(check, Math.min(left, LONGEST_TIMER_MS));
      else if (document.hidden || isWriting()) timer = setTimeout(check, AGAIN_MS);
      else {
        noteRevealSeen(eventId, startsAt);
        navigate(revealPaths.reveal());
      }
    };
    check();
    void askServerNow(eventId, ending.signal);
    for (const type of [CLOCK_SET, 'visibilitychange']) {
      (type === CLOCK_SET ? window : document).addEventListener(type, check, {
        signal: ending.signal,
      });
    }
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [eventId, startsAt, endsAt, isFree, isWriting, navigate]);
  return null;
}

/** A longer timer would fire immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Returns whether somebody is writing on the screen: a field has the focus, or was changed since the screen was opened.
 */
function useWriting(pathname: string): () => boolean {
  const changedOn = useRef<string | null>(null);
  const here = useRef(pathname);
  here.current = pathname;
  useEffect(() => {
    const note = () => {
      changedOn.current = here.current;
    };
    const forget = () => {
      changedOn.current = null;
    };
    document.addEventListener('input', note);
    document.addEventListener('submit', forget);
    return () => {
      document.removeEventListener('input', note);
      document.removeEventListener('submit', forget);
    };
  }, []);
  const isWriting = useRef(() => {
    const isFieldFocused = document.activeElement?.matches('input, textarea, select') ?? false;
    return isFieldFocused || changedOn.current === here.current;
  });
  return isWriting.current;
}
