import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';

/** The parts of the desk by the letter that follows `g`. */
export const PLACES = {
  d: { label: 'organizer:title', to: paths.home('profile') },
  r: { label: 'organizer:reports', to: organizerPaths.flags() },
  p: { label: 'organizer:participants.title', to: organizerPaths.participants() },
  m: { label: 'common:nav.messages', to: `${paths.messages()}#newest` },
  f: { label: 'common:nav.feed', to: paths.feed() },
  t: { label: 'common:nav.top', to: paths.top() },
  e: { label: 'organizer:rules.title', to: organizerPaths.eventRules() },
  s: { label: 'common:nav.settings', to: paths.settings() },
} as const;

/** The other keys, in the order of the help. */
export const ACTS = [
  { key: '?', label: 'help' },
  { key: '/', label: 'search' },
  { key: 'j', label: 'next' },
  { key: 'k', label: 'previous' },
  { key: 'd', label: 'dismiss' },
  { key: 'i', label: 'inappropriate' },
  { key: 'a', label: 'approve' },
  { key: 'x', label: 'remove' },
  { key: 'u', label: 'undo' },
  { key: 'w', label: 'write' },
  { key: 'z', label: 'download' },
  { key: 'Ctrl + Enter', label: 'send' },
] as const;

/** The screen that a letter after `g` leads to. */
export function placeOf(letter: string): string | undefined {
  return letter in PLACES ? PLACES[letter as keyof typeof PLACES].to : undefined;
}
