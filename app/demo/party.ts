import type { ReportReason, ReviewStatus } from '~/models/report/rules';
import { DEMO_MAIL_DOMAIN } from '~/models/user/rules';

/** A participant of the demo event, with the pictures in ./images they add and the pictures they star. */
export interface DemoParticipant {
  name: string;
  email: string;
  selfie?: string;
  /** In slot order. */
  photos: string[];
  /**
   * At most three, none of them their own. The totals are 8, 6 and 5 stars on the podium and a tie of 4 stars
   * below it.
   */
  stars: string[];
}

/** A report of another participant's picture, and the organizer's review, if any. */
export interface DemoReport {
  picture: string;
  by: string;
  reason: Partial<ReportReason>;
  review?: ReviewStatus;
}

/** The tables. The participants sit at them in order, three at each. */
export const DEMO_TABLES = ['Rose', 'Mint', 'Lavender', 'Sage'];
export const DEMO_SEATS = 3;

export const DEMO_EVENT_IMAGE = 'garden';
export const DEMO_ORGANIZER_SELFIE = 'disco';

/** The pictures in upload order. */
export const DEMO_PHOTOS = [
  ...['setting', 'garden', 'bouquet', 'balloons', 'bunting', 'coupes', 'sunset'],
  ...['macarons', 'candles', 'cake', 'lanterns', 'disco', 'sparkler', 'confetti'],
];

/** The captions of some of them. */
export const DEMO_CAPTIONS: Partial<Record<string, string>> = {
  setting: 'Before anyone spilled anything',
  balloons: 'So many balloons',
  coupes: 'Cheers, you two',
  cake: 'Four tiers, gone by ten',
  disco: 'Last song, one more time',
  sparkler: 'Hold still, Camille',
  confetti: 'Just married',
};

/** The missions of some of them: their numbers in the wedding's set. */
export const DEMO_MISSIONS: Partial<Record<string, number>> = {
  coupes: 8,
  confetti: 10,
  cake: 19,
  disco: 29,
};

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

/** The reports in the order of their creation. */
export const DEMO_REPORTS: DemoReport[] = [
  { picture: 'candles', by: 'Aïcha Diop', reason: { choice: 'other' }, review: 'dismissed' },
  {
    picture: 'disco',
    by: 'Nina Weber',
    reason: { choice: 'in_photo', details: 'Merci de flouter' },
  },
  { picture: 'balloons', by: 'Tom Girard', reason: { choice: 'not_event' } },
];
