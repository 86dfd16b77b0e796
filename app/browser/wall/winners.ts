import type { WallWinner } from '~/models/wall/rules';

// The winners of the missions, one mission after the other, alternating with the podium (rule `screens.wall-winners`).

/** How long the podium is shown, and then each mission. */
const PODIUM_MS = 20_000;
const MISSION_MS = 10_000;

export function createWinners() {
  /** 0 is the podium; the missions follow. */
  let turn = 0;
  let since: number | null = null;

  return {
    /** @returns the mission that is shown in place of the podium, and in how many ms another one follows; else null */
    turnTo(
      winners: readonly WallWinner[],
      { now, isPaused }: { now: number; isPaused: boolean },
    ): { winner: WallWinner | undefined; changesIn: number | null } {
      if (since === null || turn > winners.length) {
        turn = 0;
        since = now;
      }
      const standsFor = turn === 0 ? PODIUM_MS : MISSION_MS;
      if (!isPaused && now - since >= standsFor) {
        turn = (turn + 1) % (winners.length + 1);
        since = now;
      }
      const left = since + (turn === 0 ? PODIUM_MS : MISSION_MS) - now;
      const isTurning = winners.length > 0 && !isPaused;
      return { winner: winners[turn - 1], changesIn: isTurning ? Math.max(0, left) : null };
    },
    /** Another programme is shown: the podium comes first again. */
    leave(): void {
      since = null;
    },
  };
}
