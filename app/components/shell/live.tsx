import {
  useFetchers,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
} from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChangeKind, Marks } from '~/models/live/rules';
import { startPolling, type Polling } from '~/browser/live/adaptive-polling';
import { createAsking } from '~/browser/live/ask-marks';
import { holdStream } from '~/browser/live/change-stream';
import { noteFrameChange } from '~/components/dialogs/screen';
import { endpoints } from '~/endpoints';
import { paths } from '~/paths';

const UNAUTHORIZED = 401;

/**
 * Draws nothing: has what is on the screen loaded anew when it has changed at the server (rules
 * `screens.polling`, `screens.live`). What that is the screens' loaders say, by the marks they answer with.
 */
export function Live({ eventId }: { eventId: number }): null {
  const drawn = useDrawnMarks();
  const latest = useRef(drawn);
  latest.current = drawn;
  const polling = useRef<Polling>();
  const askAll = useCallback(() => polling.current?.askAll(), []);
  const reload = useReload(drawn, askAll);

  useEffect(() => {
    const ask = createAsking(eventId);
    let refused: number | null = null;
    const look = async (kinds: ChangeKind[]) => {
      const answer = await ask(kinds);
      if (answer === null) return;
      if (typeof answer === 'object') {
        refused = null;
        noteFrameChange(isBehind(latest.current.frame, answer));
        if (isBehind(latest.current.marks, answer)) reload();
        return;
      }
      // Whoever reads reports is left alone with them.
      const isSilent = answer === UNAUTHORIZED && kinds.includes('reports');
      noteFrameChange(true);
      if (!isSilent && answer !== refused) reload();
      refused = answer;
    };
    const polls = startPolling(look);
    const endStream = holdStream(endpoints.changes(eventId), {
      onChange: polls.told,
      onState(isTold) {
        polls.setTold(isTold);
        // What changed before it began nobody has told.
        if (isTold) polls.askAll();
      },
      // Somebody who was removed, perhaps.
      onRefused: polls.askAll,
    });
    const noteShown = (event: PageTransitionEvent) => event.persisted && polls.askAll();
    window.addEventListener('pageshow', noteShown);
    polling.current = polls;
    return () => {
      polling.current = undefined;
      window.removeEventListener('pageshow', noteShown);
      endStream();
      polls.stop();
    };
  }, [eventId, reload]);

  useEffect(() => {
    polling.current?.show(Object.keys(drawn.marks) as ChangeKind[]);
  }, [drawn, eventId]);
  return null;
}

/** Whether a screen shows something else than what the server says now. */
function isBehind(drawn: Marks, now: Marks): boolean {
  const kinds = Object.keys(now) as ChangeKind[];
  return kinds.some((kind) => kind in drawn && drawn[kind] !== now[kind]);
}

/** Marks of what is drawn. */
interface Drawn {
  /** Of the screen and its frame. */
  marks: Marks;
  /** Of the frame alone. */
  frame: Marks;
}

/** The marks of all that is on the screen; another object when something of it was loaded. */
function useDrawnMarks(): Drawn {
  const parts = useMatches().map(({ data }) => (data as { marks?: Marks } | undefined)?.marks);
  const last = useRef<{ parts: (Marks | undefined)[]; drawn: Drawn }>();
  const isSame =
    last.current?.parts.length === parts.length &&
    parts.every((part, index) => part === last.current?.parts[index]);
  if (!last.current || !isSame) {
    const merge = (some: typeof parts) => Object.assign({}, ...some) as Marks;
    last.current = { parts, drawn: { marks: merge(parts), frame: merge(parts.slice(0, -1)) } };
  }
  return last.current.drawn;
}

/**
 * Has the screen loaded anew, once nothing else is on its way: the router forgets where a form that is being
 * sent leads to when something else begins to load. What has been loaded meanwhile is asked about again.
 */
function useReload(drawn: object, askAgain: () => void): () => void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const isBusy = state !== 'idle' || navigation.state !== 'idle' || fetchers.length > 0;
  const isSeen = useSeen();
  // What is loaded there counts as read (rule `messages.read`), so it waits for somebody to see it.
  const isHeld = useLocation().pathname === paths.messages() && !isSeen;
  const [wanted, setWanted] = useState<{ over: object } | null>(null);
  const loadingOver = useRef<object | null>(null);
  useEffect(() => {
    if (isBusy || isHeld || !wanted) return;
    setWanted(null);
    if (wanted.over === drawn) {
      loadingOver.current = drawn;
      revalidate();
    } else askAgain();
  }, [isBusy, isHeld, wanted, drawn, revalidate, askAgain]);
  // A dialog that opens meanwhile ends the loading, and nothing has come.
  useEffect(() => {
    if (state !== 'idle' || !loadingOver.current) return;
    if (loadingOver.current === drawn) askAgain();
    loadingOver.current = null;
  }, [state, drawn, askAgain]);
  const latest = useRef(drawn);
  latest.current = drawn;
  return useCallback(() => setWanted({ over: latest.current }), []);
}

/** Whether the page can be seen. */
function useSeen(): boolean {
  const [isSeen, setIsSeen] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const note = () => setIsSeen(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, []);
  return isSeen;
}
