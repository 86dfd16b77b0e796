import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import en from '~/i18n/locales/en/create.json';
import fr from '~/i18n/locales/fr/create.json';
import { describeDates } from './event-dates';

/** The texts of one language, in the form that `describeDates` expects. */
async function texts(language: 'en' | 'fr'): Promise<Parameters<typeof describeDates>[0]> {
  const resources = { en: { create: en }, fr: { create: fr } };
  const t = await createInstance().init({ lng: language, resources });
  return (key, values) => String(t(key as never, values));
}

describe('describeDates', () => {
  const week = {
    startDate: '2026-11-21',
    endDate: '2026-11-28',
    today: '2026-11-21',
    endsEarly: 'Too early',
  };

  it('says that an event starts today', async () => {
    expect(describeDates(await texts('en'), 'en', week)).toEqual({
      span: 'Starts today, ends Saturday 28 November',
      length: 'The event lasts 7 days.',
      party: null,
    });
  });

  it('names the day of the party if one was chosen', async () => {
    const later = { ...week, partyDate: '2026-11-22' };
    expect(describeDates(await texts('en'), 'en', later).party).toBe('Sunday 22 November');
  });

  it('names a later first day in the reader’s language', async () => {
    const later = { ...week, today: '2026-11-01' };
    expect(describeDates(await texts('fr'), 'fr', later).span).toBe(
      'Commence le samedi 21 novembre, finit le samedi 28 novembre',
    );
  });

  it('says that an event would end before it starts', async () => {
    const wrong = { ...week, endDate: '2026-11-20' };
    expect(describeDates(await texts('en'), 'en', wrong)).toEqual({
      span: 'Starts today, ends Friday 20 November',
      length: 'Too early',
      party: null,
    });
  });

  it('counts an event of a single day as one', async () => {
    const day = { ...week, endDate: week.startDate };
    expect(describeDates(await texts('en'), 'en', day).length).toBe('The event lasts 1 day.');
  });
});
