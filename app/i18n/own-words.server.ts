import { HOSTED_IN_DEFAULT } from '~/env.server';
import { DEMO_DESCRIPTION, isDemo } from '~/models/event';
import type { Translate } from './translate';

// What an operator says, or the demo event does, in the words of whoever reads it.

/**
 * Where photos are hosted, which is an operator's claim to make (rule `retention.hosted`).
 * @param place `HOSTED_IN`; empty where nothing is to be said of it
 * @returns `title`, the landing's line, and `note`, what stands below the own photos
 */
export function hostingWords(t: Translate, place: string): { title: string; note: string } {
  if (place === HOSTED_IN_DEFAULT) {
    return { title: t('landing:facts.storage_title'), note: t('own:profile.hosting') };
  }
  if (place === '') {
    return { title: t('landing:facts.storage_title_none'), note: t('own:profile.hosting_none') };
  }
  return {
    title: t('landing:facts.storage_title_at', { place }),
    note: t('own:profile.hosting_at', { place }),
  };
}

/**
 * An event's description as its screens show it: the demo event's is in the reader's language, unless its
 * organizer has written another (rule `event.demo`).
 */
export function descriptionOf(t: Translate, event: { id: number; description: string }): string {
  return isDemo(event) && event.description === DEMO_DESCRIPTION
    ? t('landing:demo.description')
    : event.description;
}
