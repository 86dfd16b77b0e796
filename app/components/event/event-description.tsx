import { useTranslation } from 'react-i18next';

/** This many characters fit on two lines of the smallest phone and need no toggle. */
const SHORT = 70;
/** This many fit on two lines of most phones. */
const BRIEF = 90;

/**
 * The event's description. A long one shows two lines, and the rest on a tap (rule `screens.description`).
 */
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
