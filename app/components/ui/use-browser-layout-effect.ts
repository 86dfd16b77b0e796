import { useEffect, useLayoutEffect } from 'react';

/** `useLayoutEffect`, of which React complains on the server. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
