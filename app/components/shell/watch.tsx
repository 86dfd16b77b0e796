import { useEffect, useRef } from 'react';
import { useChangePolling, type Watched } from '~/offline/use-change-polling';

export interface WatchProps extends Watched {
  /** Another value asks at once. */
  asked?: number;
}

/** Draws nothing: has the screen loaded anew when what it shows has changed at the server. */
export function Watch({ asked = 0, ...watched }: WatchProps) {
  const look = useChangePolling(watched);
  const last = useRef(asked);
  useEffect(() => {
    if (last.current === asked) return;
    last.current = asked;
    void look();
  }, [asked, look]);
  return null;
}
