import {
  accessTo,
  assertRunning,
  endedRefusal,
  type Actor,
  type Looking,
  type Person,
} from '../access';
import { isLateNow, takesLatePhotos, type Album } from '../event/late-photos';

// Who may add photos, including after the event's end (rules `event.ended`, `photos.late`).

/**
 * `assertRunning` for adding a photo: it throws unless the event runs, or takes late photos from this actor (rule
 * `photos.late`). People who may no longer look at the event can add nothing.
 * @returns whether a photo that is added now is late
 * @throws DomainError event_closed, event_ended
 */
export function assertTakesPhotos(actor: Actor, event: Album & Looking): boolean {
  if (!('today' in actor)) return false;
  if (!takesLatePhotos(event, actor.today)) assertRunning(actor, event, 'everybody');
  const refusal = endedRefusal(accessTo(actor, event), 'read');
  if (refusal) throw refusal;
  return isLateNow(event, actor.today);
}

/** What is open once the event has ended: reading, or adding to the album while it takes late photos. */
export type OnceEnded = 'reading' | 'adding';

/**
 * What somebody must be allowed to do in the event: to read, for what is open once it has ended, otherwise to write.
 * @param onceEnded what a call or screen declares; nothing for one that is closed then
 */
export function neededAccess(
  onceEnded: OnceEnded | undefined,
  { event, actor }: { event: Album; actor: Person },
): 'read' | 'write' {
  const isOpen =
    onceEnded === 'reading' || (onceEnded === 'adding' && takesLatePhotos(event, actor.today));
  return isOpen ? 'read' : 'write';
}
