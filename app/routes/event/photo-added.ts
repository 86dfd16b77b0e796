import type { MissionKey } from '~/models/mission/rules';
import type { Toast } from '~/http/session-data';

/**
 * The text about a photo that was added.
 * @param added.lapsed the mission that had lapsed while the photo was being sent; null if none had
 */
export function photoAdded({ lapsed }: { lapsed: MissionKey | null }): Toast {
  const said = { tone: 'ok', title: 'server:event.slot.added' } as const;
  return lapsed === null ? said : { ...said, text: lapsedText(lapsed) };
}

/**
 * Says that a photo is added without its mission: that of a card (rule `missions.photo`), or that of a printed card,
 * which has a code.
 */
export function lapsedText(lapsed: MissionKey) {
  return typeof lapsed === 'string' ? 'missions:card_off' : 'missions:lapsed';
}
