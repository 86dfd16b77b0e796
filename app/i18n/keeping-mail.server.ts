import type { KeepingContent } from '~/models/event/keeping-mail.server';
import { firstName } from '~/models/user/rules';
import { mailPage, mailText, type MailPage } from '~/services/mail-page.server';
import { formatDay } from './format';
import { DEFAULT_LANGUAGE, isLanguage } from './languages';
import { platformTexts } from './platform-texts.server';

/** The addresses in the mail. An organizer's files can be fetched where they are signed in. */
export interface KeepingLinks {
  /** Where the button leads: it lets a guest in, and shows an organizer the event. */
  open: string;
  stop: string;
  /** An organizer's. */
  zip: string;
  album: string;
  guests: string;
  /** A guest's. They let the guest in, as the button does. */
  mine: string;
  all: string;
}

/**
 * The mail that warns before something is deleted, in the language its reader used last (rule `retention.mail`). If the
 * address may be a stranger's, the mail contains nothing that people have written.
 */
export function keepingMail(
  content: KeepingContent,
  links: KeepingLinks,
): { subject: string; text: string; html: string } {
  const { to, event, warning, lastDay, isTrusted, ownCount, allCount } = content;
  const language = isLanguage(to.language) ? to.language : DEFAULT_LANGUAGE;
  const values = {
    lng: language,
    day: formatDay(lastDay, language),
    event: event.name,
    name: firstName(to.name),
  };
  // Mail programs show the marks around names as boxes.
  const say = (key: KeepingKey, more: { count?: number; link?: string } = {}) =>
    platformTexts.t(`platform:${key}`, { ...values, ...more }).replace(/[\u2068\u2069]/g, '');
  const reader = to.isOrganizer ? 'organizer' : 'guest';
  const whyGuest = isTrusted ? 'morning.why' : 'morning.why_plain';
  const page: MailPage = {
    language,
    subject: say(`keeping.${warning}.subject`),
    preview: say(`keeping.${warning}.lead`),
    heading: say(`keeping.${warning}.title`),
    summary: isTrusted ? event.name : null,
    podium: [],
    hello: isTrusted ? say('notice.hello') : say('keeping.hello'),
    lead: say(`keeping.${warning}.lead`),
    text: say(`keeping.${warning}.text`),
    own: null,
    button: { label: say(to.isOrganizer ? 'keeping.open' : 'morning.open'), to: links.open },
    files: to.isOrganizer ? filesOfOrganizer() : filesOfGuest(),
    until: say(warning === 'people' ? 'keeping.people.until' : `keeping.photos.until_${reader}`),
    thanks: null,
    why: say(to.isOrganizer ? 'keeping.why' : whyGuest),
    otherwise: say('morning.otherwise', { link: links.open }),
    stop: { label: say('morning.stop'), to: links.stop },
  };
  return { subject: page.subject, text: mailText(page), html: mailPage(page) };

  function filesOfOrganizer() {
    const pictures = [
      { label: say('keeping.zip', { count: allCount }), to: links.zip },
      { label: say('keeping.album'), to: links.album },
    ];
    const guests = { label: say('keeping.guests'), to: links.guests };
    // By the time the event itself is deleted, its photos are already gone.
    return warning === 'photos' && allCount > 0 ? [...pictures, guests] : [guests];
  }

  function filesOfGuest() {
    const mine = { label: say('keeping.mine', { count: ownCount }), to: links.mine };
    const all = { label: say('keeping.all', { count: allCount }), to: links.all };
    return [...(ownCount > 0 ? [mine] : []), ...(allCount > 0 ? [all] : [])];
  }
}

type KeepingKey =
  | `keeping.${KeepingContent['warning']}.${'subject' | 'title' | 'lead' | 'text'}`
  | `keeping.photos.until_${'organizer' | 'guest'}`
  | 'keeping.people.until'
  | `keeping.${'hello' | 'open' | 'zip' | 'album' | 'guests' | 'mine' | 'all' | 'why'}`
  | 'notice.hello'
  | `morning.${'open' | 'why' | 'why_plain' | 'otherwise' | 'stop'}`;
