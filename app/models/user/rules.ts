/** Limits of names and credentials (docs/rules.md, Fields). */
export const NAME_MIN = 3;
export const USERNAME = { min: 3, max: 30 } as const;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;

/** The administrator's username may be an e-mail address. */
export const ADMIN_USERNAME_MAX = 254;

/** The platform administrator and organizer of the demo event (rule `roles.administrator`). */
export const ADMIN_USER_ID = 1;

/** The administrator's address if none is configured, and the domain of the sample people's addresses. */
export const ADMIN_EMAIL_DEFAULT = 'admin@example.com';
export const DEMO_MAIL_DOMAIN = 'demo.example';

/** Whether the product generated this address. No person receives mail there. */
export function isMadeUpAddress(email: string): boolean {
  const address = emailKey(email);
  return address === ADMIN_EMAIL_DEFAULT || address.endsWith(`@${DEMO_MAIL_DOMAIN}`);
}

/** The id of a visitor in `GET /api/user` (rule `roles.visitor`). */
export const VISITOR_ID = -1;

export type Role = 'organizer' | 'participant' | 'visitor';

/** The default username: the lowercased name, with underscores for spaces. */
export function usernameFrom(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '_').slice(0, USERNAME.max);
}

/** The normalized form of an e-mail address, for comparing (rule `sign-in.names`). */
export function emailKey(email: string): string {
  return email.replaceAll('\0', '').trim().toLowerCase();
}

/** One or two letters shown for a person without a selfie. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => firstCharacter(word ?? ''))
    .join('');
  return letters.toUpperCase();
}

/** The first grapheme of a word. A family or flag emoji consists of several code points. */
function firstCharacter(word: string): string {
  // Firefox supports `Segmenter` from version 125.
  if (!('Segmenter' in Intl)) return Array.from(word)[0] ?? '';
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? '';
}

/** The first word of a name, for narrow places such as the podium. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/**
 * A name shortened for readers who do not know the person yet: the first word and the last word's initial.
 */
export function shortName(name: string): string {
  const [first = name, ...others] = name.trim().split(/\s+/);
  const last = others.filter((word) => /^\p{L}/u.test(word)).at(-1);
  return last ? `${first} ${firstCharacter(last)}.` : first;
}

/** How long an administrator's credential check is valid (rule `admin.check`). */
export const ADMIN_CHECK_MS = 30 * 60 * 1000;

/** What can happen to an event whose organizer is deleted. */
export const EVENT_FATES = ['goes', 'stays'] as const;
