/** The limits of what people are called and sign in with (docs/rules.md, Fields). */
export const NAME_MIN = 3;
export const USERNAME = { min: 3, max: 30 } as const;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;

/** The administrator's may be an e-mail address. */
export const ADMIN_USERNAME_MAX = 254;

/** The platform administrator and organizer of the demo event (rule `roles.administrator`). */
export const ADMIN_USER_ID = 1;

/** The administrator's address where none was given, and where the demo event's people have theirs. */
export const ADMIN_EMAIL_DEFAULT = 'admin@example.com';
export const DEMO_MAIL_DOMAIN = 'demo.example';

/** Whether the product made an address up: nobody reads what is sent there. */
export function isMadeUpAddress(email: string): boolean {
  const address = emailKey(email);
  return address === ADMIN_EMAIL_DEFAULT || address.endsWith(`@${DEMO_MAIL_DOMAIN}`);
}

/** `GET /api/user` gives a visitor this id (rule `roles.visitor`). */
export const VISITOR_ID = -1;

export type Role = 'organizer' | 'participant' | 'visitor';

/** The user record that login, register and user endpoints answer: the own one, e-mail included. */
export interface UserRecord {
  id: number;
  username: string;
  email: string;
  name: string;
  eventId: number;
  isOrganizer: boolean;
  isVisitor: boolean;
  selfieUrl: string | null;
}

/** A member of an event as the other members see them. */
export interface PublicMember {
  id: number;
  name: string;
  username: string;
  selfieUrl: string | null;
  isOrganizer: boolean;
}

/** The username of someone who chose none: the lowercased name, spaces as underscores. */
export function usernameFrom(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '_').slice(0, USERNAME.max);
}

/** An e-mail address as addresses are compared (rule `sign-in.names`). */
export function emailKey(email: string): string {
  return email.replaceAll('\0', '').trim().toLowerCase();
}

/** One or two letters that stand for a person without a selfie. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => firstCharacter(word ?? ''))
    .join('');
  return letters.toUpperCase();
}

/** What a reader takes for one character; a family or a flag is several to a computer. */
function firstCharacter(word: string): string {
  // Firefox knows no `Segmenter` before its 125th.
  if (!('Segmenter' in Intl)) return Array.from(word)[0] ?? '';
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? '';
}

/** The first word of a name, for narrow places such as the podium. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/** A name as somebody may read it who is not known yet: the first word, and the last one's first letter. */
export function shortName(name: string): string {
  const [first = name, ...others] = name.trim().split(/\s+/);
  const last = others.filter((word) => /^\p{L}/u.test(word)).at(-1);
  return last ? `${first} ${firstCharacter(last)}.` : first;
}

/** How long an administrator's credential check is good (rule `admin.check`). */
export const ADMIN_CHECK_MS = 30 * 60 * 1000;

/** What may become of an event whose organizer is deleted. */
export const EVENT_FATES = ['goes', 'stays'] as const;
