import type { ReportReason, ReviewStatus } from '~/models/report';
import { DEMO_MAIL_DOMAIN } from '~/models/user';

/** A participant of the demo event: who, with which pictures of ./images, starring whose. */
export interface DemoParticipant {
  name: string;
  email: string;
  selfie?: string;
  /** In the order of the slots. */
  photos: string[];
  /** At most three, never own ones. They sum up to 8, 6, 5 on the podium and a tie of 4 below. */
  stars: string[];
}

/** A report of somebody else's picture, and whether the organizer has looked at it. */
export interface DemoReport {
  picture: string;
  by: string;
  reason: Partial<ReportReason>;
  review?: ReviewStatus;
}

export const DEMO_EVENT_IMAGE = 'garden';
export const DEMO_ORGANIZER_SELFIE = 'disco';

/** In the order in which they were uploaded. */
export const DEMO_PHOTOS = [
  ...['setting', 'garden', 'bouquet', 'balloons', 'bunting', 'coupes', 'sunset'],
  ...['macarons', 'candles', 'cake', 'lanterns', 'disco', 'sparkler', 'confetti'],
];

const participant = (
  name: string,
  email: string,
  rest: Omit<DemoParticipant, 'name' | 'email'>,
): DemoParticipant => ({ name, email: `${email}@${DEMO_MAIL_DOMAIN}`, ...rest });

export const DEMO_PARTICIPANTS: DemoParticipant[] = [
  participant('Inès Moreau', 'ines.moreau', {
    selfie: 'av1',
    photos: ['cake'],
    stars: ['lanterns', 'coupes', 'bouquet'],
  }),
  participant('Karim Benali', 'karim.benali', {
    selfie: 'av2',
    photos: ['coupes', 'macarons'],
    stars: ['lanterns', 'disco', 'sparkler'],
  }),
  participant('Margaux Petit', 'margaux.petit', {
    selfie: 'av3',
    photos: ['bouquet', 'sunset'],
    stars: ['lanterns', 'coupes', 'cake'],
  }),
  participant('Jules Lambert', 'jules.lambert', {
    selfie: 'av4',
    photos: ['garden', 'disco'],
    stars: ['lanterns', 'confetti', 'macarons'],
  }),
  participant('Aïcha Diop', 'aicha.diop', {
    selfie: 'av5',
    photos: ['setting', 'confetti'],
    stars: ['lanterns', 'sunset', 'garden'],
  }),
  participant('Tom Girard', 'tom.girard', {
    photos: ['sparkler'],
    stars: ['lanterns', 'confetti', 'sunset'],
  }),
  participant('Sofie Maes', 'sofie.maes', {
    photos: ['balloons'],
    stars: ['lanterns', 'disco', 'cake'],
  }),
  participant('Hugo Roux', 'hugo.roux', {
    photos: ['lanterns'],
    stars: ['coupes', 'confetti', 'sparkler'],
  }),
  participant('Nina Weber', 'nina.weber', {
    photos: ['candles'],
    stars: ['lanterns', 'disco', 'macarons'],
  }),
  participant('Lucía Fernández', 'lucia.fernandez', {
    photos: ['bunting'],
    stars: ['coupes', 'confetti', 'sunset'],
  }),
  participant('Jonas Becker', 'jonas.becker', {
    photos: [],
    stars: ['coupes', 'confetti', 'sunset'],
  }),
  participant('Daan de Vries', 'daan.devries', {
    photos: [],
    stars: ['coupes', 'disco', 'cake'],
  }),
];

/** In the order in which they were made. */
export const DEMO_REPORTS: DemoReport[] = [
  { picture: 'candles', by: 'Aïcha Diop', reason: { choice: 'other' }, review: 'dismissed' },
  {
    picture: 'disco',
    by: 'Nina Weber',
    reason: { choice: 'in_photo', details: 'Merci de flouter' },
  },
  { picture: 'balloons', by: 'Tom Girard', reason: { choice: 'not_event' } },
];
