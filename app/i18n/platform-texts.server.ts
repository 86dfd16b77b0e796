import { createInstance } from 'i18next';
import type { EndedWords } from '~/models/event/end.server';
import type { HandoverWords } from '~/models/event/organizer.server';
import type { PaymentWords } from '~/models/payment/provider.server';
import type { RemovalWords } from '~/models/photo/write.server';
import type { WarningWords } from '~/models/event/retention.server';
import type { GuestWords } from '~/models/user/guest-mail.server';
import type { CoOrganizerWords } from '~/models/user/co-organizer-join.server';
import type { NoticeWords } from '~/models/message/mail-notice.server';
import type { PushWords } from '~/models/push/deliver.server';
import { partyDateOf } from '~/models/event/party-date';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { formatDay, formatNames, formatNumber, formatTime } from './format';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from './languages';
import de from './locales/de/platform.json';
import en from './locales/en/platform.json';
import es from './locales/es/platform.json';
import fr from './locales/fr/platform.json';
import nl from './locales/nl/platform.json';
import { i18nOptions } from './options';

// Messages and mails in the recipient's language, independent of the request. The texts are imported one by
// one, because commands run without the bundler that collects the others.
// The forms of an ordinal differ; a test compares the keys.
const ALL: Record<Language, Omit<typeof en, 'morning'> & { morning: object }> = {
  de,
  en,
  es,
  fr,
  nl,
};
/** The texts of all languages. */
export const platformTexts = createInstance();
void platformTexts.init({
  ...i18nOptions,
  initImmediate: false,
  ns: ['platform'],
  resources: Object.fromEntries(
    Object.entries(ALL).map(([language, platform]) => [language, { platform }]),
  ),
});

/**
 * The message that warns an organizer before pictures and messages are deleted (rule `retention.warning`).
 */
export const retentionWarning: WarningWords = (warning) =>
  platformTexts.t('platform:retention_warning', wordsOf(warning));

/** The message that warns an organizer before the event itself is deleted (rule `retention.event`). */
export const deletionWarning: WarningWords = (warning) =>
  platformTexts.t('platform:going_warning', wordsOf(warning));

function wordsOf({ language, eventName, endDate, lastDay }: Parameters<WarningWords>[0]) {
  const lng = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  const [ended, last] = [formatDay(endDate, lng), formatDay(lastDay, lng)];
  return { lng, event: eventName, ended, lastDay: last };
}

/** The message to an organizer whose event the administrator ended (rule `admin.event-end`). */
export const endedMessage: EndedWords = ({ language, eventName }) => {
  const lng = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  return platformTexts.t('platform:event_ended', { lng, event: eventName });
};

/** The message to an organizer whose payment succeeded or failed after they had left the shop. */
export const paymentMessage: PaymentWords = ({ language, eventName, plan, extent }) => {
  const lng = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  const words = { lng, event: eventName, plan: platformTexts.t(`platform:plans.${plan}`, { lng }) };
  if (!extent) return platformTexts.t('platform:payment_failed', words);
  return platformTexts.t('platform:payment_granted', {
    ...words,
    day: formatDay(extent.endDate, lng),
    places: formatNumber(extent.maxUsers, lng),
  });
};

/** The message to the owner of a photo that the organizer deleted (rule `notices.removal`). */
export const removalNotice: RemovalWords = ({ language, position, choice, details }) => {
  const lng = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  const reason = choice && platformTexts.t(`platform:removal.${choice}`, { lng });
  return [platformTexts.t('platform:removal.text', { lng, position }), reason, details]
    .filter(Boolean)
    .join('\n');
};

/** The messages to an event's new organizer and to its former one (rule `admin.event-organizer`). */
export const handoverMessage: HandoverWords = ({ language, eventName, name, isNew }) => {
  const lng = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  const words = { lng, event: eventName, name };
  return platformTexts.t(isNew ? 'platform:handover.new' : 'platform:handover.former', words);
};

/** The message to the organizer that somebody has become a co-organizer (rule `co-organizers.join`). */
export const coOrganizerMessage: CoOrganizerWords = ({ language, eventName, name }) => {
  const lng = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  return platformTexts.t('platform:co_organizer', { lng, event: eventName, name });
};

/**
 * The mail that asks to confirm an address (rule `mails.unconfirmed`).
 * @param mail.isToInvite whether somebody who wants to invite by mail asked for it
 */
export function confirmationMail({
  language,
  link,
  isToInvite = false,
}: {
  language: string | null;
  link: string;
  isToInvite?: boolean;
}) {
  const lng = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  return {
    subject: platformTexts.t('platform:confirm.subject', { lng }),
    text: platformTexts.t(isToInvite ? 'platform:confirm.text_invite' : 'platform:confirm.text', {
      lng,
      link,
    }),
  };
}

/** A notification on a device (rule `push.words`). */
export const pushNotice: PushWords = ({ topic, about, language, timeZone }) => {
  const lng = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  const time = formatTime(about, lng, timeZone);
  return {
    title: platformTexts.t(`platform:push.${topic}.title`, { lng, time }),
    body: platformTexts.t(`platform:push.${topic}.body`, { lng }),
  };
};

/** The mail about news (rule `notices.mail`). */
export const noticeMail: NoticeWords = (notice, { origin }) => {
  const { to, eventName: event, messageCount, reportCount } = notice;
  const lng = isLanguage(to.language) ? to.language : DEFAULT_LANGUAGE;
  const say = (key: NoticeKey, values: Record<string, unknown> = {}) =>
    platformTexts.t(`platform:notice.${key}`, { lng, event, ...values });
  const link = (path: string) => ({ link: origin + path });
  const names = formatNames(notice.names, lng) + (notice.hasMoreNames ? ' …' : '');
  const news = [
    messageCount > 0 && say('messages', { count: messageCount, names }),
    reportCount > 0 && say('reports', { count: reportCount }),
  ];
  const ways = [
    messageCount > 0 && say('read', link(`${paths.messages()}#newest`)),
    reportCount > 0 && say('review', link(organizerPaths.flags())),
  ];
  const off = say(to.isOrganizer ? 'off_organizer' : 'off', link(`${paths.settings()}#mails`));
  const parts = [say('hello', { name: to.name }), say('intro'), news, ways, off].map((part) =>
    typeof part === 'string' ? part : part.filter(Boolean).join('\n'),
  );
  return { subject: say('subject'), text: parts.join('\n\n') };
};

/**
 * The invitation to a person on a guest list, or its reminder, in the organizer's language (rule
 * `guest-list.mails`).
 */
export const guestMail: GuestWords = (mail, links) => {
  const { guest, event, organizerName: organizer, isReminder } = mail;
  const lng = isLanguage(mail.organizerLanguage) ? mail.organizerLanguage : DEFAULT_LANGUAGE;
  const words = {
    lng,
    name: guest.name,
    event: event.name,
    organizer,
    day: formatDay(partyDateOf(event), lng),
  };
  const subject = isReminder ? 'platform:guest.subject_reminder' : 'platform:guest.subject';
  const text = [
    platformTexts.t('platform:guest.hello', words),
    platformTexts.t(
      organizer === null ? 'platform:guest.invites_alone' : 'platform:guest.invites',
      words,
    ),
    platformTexts.t('platform:guest.how', { lng, link: links.open }),
    platformTexts.t('platform:guest.why', { lng, link: links.stop }),
  ];
  return { subject: platformTexts.t(subject, { lng }), text: text.join('\n\n') };
};

type NoticeKey =
  | 'subject'
  | 'hello'
  | 'intro'
  | 'messages'
  | 'reports'
  | 'read'
  | 'review'
  | 'off'
  | 'off_organizer';
