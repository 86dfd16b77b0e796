import { HOSTED_IN_DEFAULT } from '~/env.server';
import { DEMO_DESCRIPTION, EVENT_TEXT_NAMES, isDemo, type EventTexts } from '~/models/event/rules';
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

/**
 * The texts of an event as its screens show them, as one text: its description, and below that every further text
 * under its label (rule `event.texts`). The demo event's default description is translated (rule `event.demo`).
 */
export function descriptionOf(t: Translate, event: EventTexts & { id: number }): string {
  const [, ...further] = EVENT_TEXT_NAMES;
  const labelled = further
    .filter((name) => event[name])
    .map((name) => `${t(`create:${name}`)}\n${event[name]}`);
  return [translated(t, event), ...labelled].join('\n\n');
}

function translated(t: Translate, event: { id: number; description: string }): string {
  return isDemo(event) && event.description === DEMO_DESCRIPTION
    ? t('landing:demo.description')
    : event.description;
}
