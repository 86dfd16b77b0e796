import { useTranslation } from 'react-i18next';

/** So many letters fit on two lines of the smallest phone: they are worth no tap. */
const SHORT = 70;
/** So many on those of most phones. */
const BRIEF = 90;

/** The event's own words; of many, two lines and the rest at a tap (rule `screens.description`). */
export function EventDescription({ text, className }: { text: string; className: string }) {
  const { t } = useTranslation('event');
  if (text.length <= SHORT && !text.includes('\n')) {
    return (
      <p className={`text-sm ${className}`}>
        <bdi>{text}</bdi>
      </p>
    );
  }
  const isBrief = text.length <= BRIEF && !text.includes('\n');
  return (
    <details className={`description ${isBrief ? 'brief ' : ''}${className}`}>
      <summary>
        <bdi>{text}</bdi>
        <span className="more">{t('line.more')}</span>
      </summary>
    </details>
  );
}
