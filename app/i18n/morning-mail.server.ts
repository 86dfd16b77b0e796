import type { MorningContent } from '~/models/event/morning-mail.server';
import { firstName } from '~/models/user/rules';
import { mailPage, mailText, type MailPage } from '~/services/mail-page.server';
import { formatDay } from './format';
import { DEFAULT_LANGUAGE, isLanguage } from './languages';
import { platformTexts } from './platform-texts.server';

/** The names of the pictures that a mail shows, of those that could be made. */
export interface MailPictures {
  /** By the photo's id. */
  cidOf(photoId: number): string | null;
}

/**
 * The mail on the morning after, in the language its reader used last (rule `mails.morning`). If the address may be a
 * stranger's, the mail contains nothing that people have written or photographed.
 */
export function morningMail(
  content: MorningContent,
  links: { open: string; stop: string },
  { cidOf }: MailPictures,
): { subject: string; text: string; html: string } {
  const { to, event, podium, own, photoCount, guestCount, starCount, isTrusted } = content;
  const language = isLanguage(to.language) ? to.language : DEFAULT_LANGUAGE;
  const say = (key: MorningKey, values: Record<string, unknown> = {}) =>
    // Mail programs show the marks around names as boxes.
    platformTexts
      .t(`platform:morning.${key}`, { lng: language, event: event.name, ...values })
      .replace(/[\u2068\u2069]/g, '');
  const starsOf = (count: number) => say('stars', { count });
  const figures = [
    say('photos', { count: photoCount }),
    say('guests', { count: guestCount }),
    ...(starCount === null ? [] : [starsOf(starCount)]),
  ].join(', ');
  const until = say('until', { until: formatDay(content.until, language) });
  const lead = isTrusted ? leadOf() : null;
  const steps = (isTrusted ? podium : []).map(({ id, userName, place, favoriteCount }) => {
    const name = firstName(userName);
    return {
      cid: cidOf(id),
      alt: say('alt', { name }),
      place,
      name,
      stars: starsOf(favoriteCount),
    };
  });
  const isOnPodium = podium.some(({ id }) => id === own?.best.id);
  const ownCid = own && !isOnPodium ? cidOf(own.best.id) : null;
  const thanks =
    isTrusted && event.thanks !== null && content.organizerName !== null
      ? { text: say('thanks', { text: event.thanks }), name: content.organizerName }
      : null;
  const text = say(own ? 'waiting_own' : 'waiting', { count: own?.count ?? 0 });
  const page: MailPage = {
    language,
    subject: isTrusted ? say('subject') : say('title'),
    preview: `${lead ?? text} ${until}`,
    heading: say('title'),
    summary: isTrusted ? `${event.name}: ${figures}` : null,
    podium: steps,
    hello: isTrusted ? say('hello', { name: firstName(to.name) }) : say('hello_plain'),
    lead,
    text,
    own: ownCid ? { cid: ownCid, alt: say('own_alt') } : null,
    button: { label: say('open'), to: links.open },
    files: [],
    until,
    thanks,
    why: isTrusted ? say('why') : say('why_plain'),
    otherwise: say('otherwise', { link: links.open }),
    stop: { label: say('stop'), to: links.stop },
  };
  return { subject: page.subject, text: mailText(page), html: mailPage(page) };

  /** How the reader's best photo did; or that nobody may know it yet. */
  function leadOf(): string | null {
    if (starCount === null) return say('secret');
    if (!own?.standing) return null;
    const { place: count, stars } = own.standing;
    const place = say('place', { count, ordinal: true });
    const { caption } = own.best;
    const words = { caption, place, count: content.contestCount, stars: starsOf(stars) };
    return say(caption === null ? 'best' : 'best_captioned', words);
  }
}

type MorningKey =
  | 'subject'
  | 'title'
  | 'photos'
  | 'guests'
  | 'stars'
  | 'hello'
  | 'hello_plain'
  | 'secret'
  | 'best'
  | 'best_captioned'
  | 'place'
  | 'waiting'
  | 'waiting_own'
  | 'open'
  | 'until'
  | 'thanks'
  | 'alt'
  | 'own_alt'
  | 'why'
  | 'why_plain'
  | 'otherwise'
  | 'stop';
