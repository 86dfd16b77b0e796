import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';

/** This many characters fit on two lines of the smallest phone and need no toggle. */
const SHORT = 70;
/** This many fit on two lines of most phones. */
const BRIEF = 90;
/** The same in small letters beside something else, and on a laptop. */
const SHORT_BESIDE = 45;
const BRIEF_BESIDE = 110;

/**
 * The event's description. A long one shows two lines, and the rest on a tap (rule `screens.description`).
 * @param isBeside whether it stands in a row with something else: in small letters, with an arrow instead of words
 */
export function EventDescription({
  text,
  className,
  isBeside = false,
}: {
  text: string;
  className: string;
  isBeside?: boolean;
}) {
  const { t } = useTranslation('event');
  const size = isBeside ? 'text-xs laptop:text-sm' : 'text-sm';
  const isOneLine = !text.includes('\n');
  if (text.length <= (isBeside ? SHORT_BESIDE : SHORT) && isOneLine) {
    return (
      <p className={`${size} ${className}`}>
        <bdi>{text}</bdi>
      </p>
    );
  }
  const isBrief = text.length <= (isBeside ? BRIEF_BESIDE : BRIEF) && isOneLine;
  const words = (
    <bdi className="line-clamp-2 max-w-text whitespace-pre-line group-open:line-clamp-none">
      {text}
    </bdi>
  );
  if (isBeside) {
    return (
      <details className={`group wrap-anywhere ${size} ${className}`}>
        <summary className="flex min-h-touch cursor-pointer list-none items-center gap-1 [&::-webkit-details-marker]:hidden">
          {words}
          <span className={isBrief ? 'flex-none laptop:hidden' : 'flex-none'}>
            <Icon className="size-5 group-open:rotate-180" name="chevron-down" />
            <span className="sr-only group-open:hidden">{t('line.more')}</span>
          </span>
        </summary>
      </details>
    );
  }
  return (
    <details className={`group text-sm/body wrap-anywhere ${className}`}>
      <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        {words}
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
