import { createInstance } from 'i18next';
import type { PaymentWords } from '~/models/payment-settlement.server';
import type { RemovalWords } from '~/models/photo.server';
import type { WarningWords } from '~/models/retention.server';
import { formatDay, formatNumber } from './format';
import { DEFAULT_LANGUAGE, isLanguage } from './languages';
import de from './locales/de/platform.json';
import en from './locales/en/platform.json';
import es from './locales/es/platform.json';
import fr from './locales/fr/platform.json';
import nl from './locales/nl/platform.json';
import { i18nOptions } from './options';

// What is written to people in their own language, whoever asked for it, or without any request. Named one by one, because commands
// run without the bundler that collects the other texts.
const texts = createInstance();
void texts.init({
  ...i18nOptions,
  initImmediate: false,
  ns: ['platform'],
  resources: {
    de: { platform: de },
    en: { platform: en },
    es: { platform: es },
    fr: { platform: fr },
    nl: { platform: nl },
  },
});

/** The message that warns an organizer before photos and selfies go (rule `retention.warning`). */
export const retentionWarning: WarningWords = ({ language, eventName, endDate, lastDay }) => {
  const lng = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  return texts.t('platform:retention_warning', {
    lng,
    event: eventName,
    ended: formatDay(endDate, lng),
    lastDay: formatDay(lastDay, lng),
  });
};

/** The message to an organizer whose payment arrived, or did not, after they had left the shop. */
export const paymentNews: PaymentWords = ({ language, eventName, plan, extent }) => {
  const lng = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  const words = { lng, event: eventName, plan: texts.t(`platform:plans.${plan}`, { lng }) };
  if (!extent) return texts.t('platform:payment_failed', words);
  return texts.t('platform:payment_granted', {
    ...words,
    day: formatDay(extent.endDate, lng),
    places: formatNumber(extent.maxUsers, lng),
  });
};

/** The message to somebody whose photo the organizer deleted (rule `notices.removal`). */
export const removalNotice: RemovalWords = ({ language, position, choice, details }) => {
  const lng = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  const reason = choice && texts.t(`platform:removal.${choice}`, { lng });
  return [texts.t('platform:removal.text', { lng, position }), reason, details]
    .filter(Boolean)
    .join('\n');
};
