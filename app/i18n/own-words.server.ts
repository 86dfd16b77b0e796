import { HOSTED_IN_DEFAULT } from '~/env.server';
import { DEMO_DESCRIPTION, eventTextsOf, isDemo, type EventTexts } from '~/models/event/rules';
import type { Translate } from './translate';

// Texts by the operator and of the demo event, in the reader's language.

/**
 * The place where photos are hosted, which only the operator can state (rule `retention.hosted`).
 * @param place `HOSTED_IN`; empty to say nothing
 * @returns `title`, the landing page's line, and `note`, the line below the user's own photos
 */
export function hostingWords(t: Translate, place: string): { title: string; note: string } {
  if (place === HOSTED_IN_DEFAULT) {
    return { title: t('landing:facts.storage_title'), note: t('server:event.profile.hosting') };
  }
  if (place === '') {
    return {
      title: t('landing:facts.storage_title_none'),
      note: t('server:event.profile.hosting_none'),
    };
  }
  return {
    title: t('landing:facts.storage_title_at', { place }),
    note: t('server:event.profile.hosting_at', { place }),
  };
}

/** An event's texts for its screens. */
export function textsFor(t: Translate, event: EventTexts & { id: number }): EventTexts {
  return { ...eventTextsOf(event), description: descriptionOf(t, event) };
}

/**
 * An event's description for its screens. The demo event's default description is translated (rule
 * `event.demo`).
 */
export function descriptionOf(t: Translate, event: { id: number; description: string }): string {
  return isDemo(event) && event.description === DEMO_DESCRIPTION
    ? t('landing:demo.description')
    : event.description;
}
