import {
  useFetchers,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
} from '@remix-run/react';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { startLive, type Live as LivePage } from '~/browser/live/live';
import { VOTING_TURN } from '~/browser/live/server-clock';
import { noteFrameChange } from '~/browser/screen';
import type { ChangeKind, Marks } from '~/models/live/rules';
import { paths } from '~/paths';

const UNAUTHORIZED = 401;

/**
 * Reloads what is on the screen when it has changed on the server (rules `screens.polling`, `screens.live`).
 * The loaders say what the screen shows, by the marks in their answers. Renders nothing.
 */
export function Live({ eventId }: { eventId: number }): null {
  const drawn = useDrawnMarks();
  const latest = useRef(drawn);
  latest.current = drawn;
  const live = useRef<LivePage>();
  const answered = useRef<Marks>({});
  const askAll = useCallback(() => live.current?.askAll(), []);
  const isOld = useCallback(() => isBehind(latest.current, answered.current), []);
  const reload = useReload(drawn, { isOld, askAgain: askAll });

  useEffect(() => {
    let refused: number | null = null;
    const page = startLive(eventId, (answer, kinds) => {
      if (typeof answer === 'object') {
        refused = null;
        answered.current = { ...answered.current, ...answer };
        noteFrameChange(hasChanged(latest.current.frame, answer));
        if (isBehind(latest.current, answer)) reload();
        return;
      }
      // A reload would take away the reports that an organizer is reading (rule `screens.polling`).
      const isSilent = answer === UNAUTHORIZED && kinds.includes('reports');
      noteFrameChange(true);
      if (!isSilent && answer !== refused) reload();
      refused = answer;
    });
    live.current = page;
    const askVoting = () => page.ask(['event']);
    window.addEventListener(VOTING_TURN, askVoting);
    return () => {
      window.removeEventListener(VOTING_TURN, askVoting);
      live.current = undefined;
      page.stop();
    };
  }, [eventId, reload]);

  useEffect(() => {
    live.current?.show(Object.keys(drawn.marks) as ChangeKind[]);
  }, [drawn, eventId]);
  return null;
}

/** Whether a screen or its frame shows an older state than the server's. */
const isBehind = ({ marks, frame }: Drawn, now: Marks) =>
  hasChanged(marks, now) || hasChanged(frame, now);

function hasChanged(drawn: Marks, now: Marks): boolean {
  const kinds = Object.keys(now) as ChangeKind[];
  return kinds.some((kind) => kind in drawn && drawn[kind] !== now[kind]);
}

interface Drawn {
  /** The marks of the screen and its frame. */
  marks: Marks;
  /** The marks of the frame alone. */
  frame: Marks;
}

/** The marks of everything on the screen. It is a new object whenever a part was loaded. */
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
 * Reloads the screen as soon as nothing else is loading: a reload would make the router forget the redirect of a
 * form that is being sent. If the screen was loaded meanwhile, its marks are requested again instead.
 * @param page.isOld whether the page is behind the last answer
 * @param page.askAgain requests the marks of the page
 */
function useReload(
  drawn: object,
  { isOld, askAgain }: { isOld: () => boolean; askAgain: () => void },
): () => void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const isBusy = state !== 'idle' || navigation.state !== 'idle' || fetchers.length > 0;
  const isSeen = useSeen();
  // Loaded messages count as read (rule `messages.read`), so the reload waits until the page is visible.
  const { key, pathname } = useLocation();
  const isHeld = pathname === paths.messages() && !isSeen;
  const [wanted, setWanted] = useState<{ over: object } | null>(null);
  const [begun, setBegun] = useState<{ over: object; key: string } | null>(null);
  useEffect(() => {
    if (isBusy || isHeld || !wanted) return;
    setWanted(null);
    if (wanted.over === drawn) {
      // In one transition with the router's state: if the reload is canceled at once, its loading state is never
      // rendered.
      startTransition(() => {
        setBegun({ ...wanted, key });
        revalidate();
      });
    } else askAgain();
  }, [isBusy, isHeld, wanted, drawn, key, revalidate, askAgain]);
  // A dialog that opens or closes meanwhile cancels the reload, and so does a link to another screen, which loads that
  // screen but not its frame.
  useEffect(() => {
    if (state !== 'idle' || !begun) return;
    if (begun.over === drawn || (begun.key !== key && isOld())) askAgain();
    setBegun(null);
  }, [state, begun, drawn, key, isOld, askAgain]);
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
