import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';
import { waitForServer } from '~/browser/reach';
import { isUnanswered } from '~/browser/screen-data';
import { isSeenHere } from '~/browser/seen/seen-store';
import { addBelow, layAside, renew, takeBack, type Deck } from './deck';
import type { PileSlide, PileView } from './pile-views';

/** When this few photos are left, the next part is loaded. */
const ALMOST = 4;

/** The pile on the screen, which grows from below as long as the server has more. */
export function useDeck(pile: PileView) {
  const isHydrated = useHydrated();
  const [deck, setDeck] = useState<Deck<PileSlide>>(() => ({
    passed: [],
    // The page that the server rendered begins with the photo that it rendered.
    rest: isHydrated ? pile.photos.filter(isUnseen) : pile.photos,
    below: pile.below,
    more: pile.more,
  }));
  const drawn = useRef(pile);
  useEffect(() => {
    if (drawn.current === pile) return;
    drawn.current = pile;
    setDeck((before) => renew(before, { ...pile, photos: pile.photos.filter(isUnseen) }));
  }, [pile]);

  const isStuck = useMore(deck, (part) => setDeck((before) => addBelow(before, part)));
  return {
    deck,
    /** Whether the next part cannot be loaded at the moment. */
    isStuck,
    next: () => setDeck(layAside),
    back: () => setDeck(takeBack),
  };
}

const isUnseen = ({ id }: PileSlide) => !isSeenHere(id);

/** Loads the next part when the pile is low, and tries again while nothing answers. */
function useMore({ rest, more }: Deck<PileSlide>, onPart: (part: PileView) => void): boolean {
  const { load, data, state } = useFetcher();
  const [isStuck, setIsStuck] = useState(false);
  const handed = useRef<unknown>();
  const asked = useRef<string | null>(null);
  const take = useRef(onPart);
  take.current = onPart;
  const wanted = rest.length <= ALMOST ? more : null;

  useEffect(() => {
    if (wanted === null || asked.current === wanted) return;
    asked.current = wanted;
    load(wanted);
  }, [wanted, load]);

  useEffect(() => {
    if (data === undefined || state !== 'idle' || handed.current === data || !asked.current) return;
    const from = asked.current;
    if (!isUnanswered(data)) {
      handed.current = data;
      setIsStuck(false);
      take.current((data as { pile: PileView }).pile);
      return;
    }
    setIsStuck(true);
    const left = new AbortController();
    void waitForServer(left.signal).then(
      () => load(from),
      () => undefined,
    );
    return () => left.abort();
  }, [data, state, load]);

  return isStuck;
}
