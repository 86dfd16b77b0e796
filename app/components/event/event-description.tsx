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
    <details className={`group text-sm/body wrap-anywhere ${className}`}>
      <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        <bdi className="line-clamp-2 max-w-text whitespace-pre-line group-open:line-clamp-none">
          {text}
        </bdi>
        <span
          // Two lines hold all of a brief one where twenty rem are to be had.
          className={`inline-flex min-h-touch items-center font-semibold underline group-open:hidden ${isBrief ? '@min-[20rem]/text:hidden' : ''}`}
        >
          {t('line.more')}
        </span>
      </summary>
    </details>
  );
}
