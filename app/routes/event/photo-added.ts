import type { Toast } from '~/http/session-data';

/**
 * What is said of a photo that was added.
 * @param added.hasLapsed whether its mission lapsed while it was on its way (rule `missions.photo`)
 */
export function photoAdded({ hasLapsed }: { hasLapsed: boolean }): Toast {
  return hasLapsed
    ? { tone: 'ok', title: 'server:event.slot.added', text: 'missions:lapsed' }
    : { tone: 'ok', title: 'server:event.slot.added' };
}
