import { useEffect, useRef } from 'react';
import type { PollSchedule } from './poll-schedules';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The ranking is stale after this; a tab that comes back later asks at once. */
export const STALE_AFTER = 5 * SECOND;
const IDLE_CHECK_EVERY = 30 * SECOND;
const ACTIVITY = ['pointerdown', 'keydown', 'scroll'] as const;

/**
 * The wait until the next poll: the base while active; idle or hidden, twice as long for each
 * idle minute, up to the maximum.
 * @param idle milliseconds since the last activity
 */
export function pollDelay(schedule: PollSchedule, idle: number, isHidden: boolean): number {
  if (!isHidden && idle < schedule.idleAfter) return schedule.base;
  const idleMinutes = Math.max(1, Math.floor(idle / MINUTE));
  return Math.min(schedule.max, schedule.base * 2 ** idleMinutes);
}

/**
 * Calls `poll` at the adaptive pace while mounted. Activity resets the pace; a tab that is shown
 * again asks at once if its last answer is stale. Polls never overlap.
 */
export function useAdaptivePolling(poll: () => Promise<void>, schedule: PollSchedule): void {
  const latest = useRef(poll);
  latest.current = poll;

  useEffect(() => {
    let lastActivity = Date.now();
    let lastPoll = Date.now();
    let isPolling = false;
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const plan = () => {
      clearTimeout(timer);
      if (isStopped || isPolling) return;
      const delay = pollDelay(schedule, Date.now() - lastActivity, document.hidden);
      timer = setTimeout(run, Math.max(0, lastPoll + delay - Date.now()));
    };
    const run = async () => {
      if (isPolling || isStopped) return;
      isPolling = true;
      await latest.current();
      lastPoll = Date.now();
      isPolling = false;
      plan();
    };
    const noteActivity = () => {
      const wasIdle = Date.now() - lastActivity >= schedule.idleAfter;
      lastActivity = Date.now();
      if (wasIdle) plan();
    };
    const noteVisibility = () => {
      if (document.hidden) return plan();
      lastActivity = Date.now();
      if (Date.now() - lastPoll > STALE_AFTER) void run();
      else plan();
    };

    plan();
    const idleCheck = setInterval(plan, IDLE_CHECK_EVERY);
    for (const type of ACTIVITY) window.addEventListener(type, noteActivity, { passive: true });
    document.addEventListener('visibilitychange', noteVisibility);
    window.addEventListener('online', run);
    return () => {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(idleCheck);
      for (const type of ACTIVITY) window.removeEventListener(type, noteActivity);
      document.removeEventListener('visibilitychange', noteVisibility);
      window.removeEventListener('online', run);
    };
  }, [schedule]);
}
