import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';

/** This many characters fit on two lines of the smallest phone and need no toggle. */
const SHORT = 70;
/** This many fit on two lines of most phones. */
const BRIEF = 90;
/** The same in small letters next to something else, and on a laptop. */
const SHORT_BESIDE = 45;
const BRIEF_BESIDE = 110;

/**
 * The event's description. A long one shows two lines, and the rest on a tap (rule `screens.description`).
 * @param isBeside whether it shares a row with something else: it then has small letters, and an arrow instead of
 *   words. On a phone it gets its own row when it is opened.
 * @param isTight whether a phone has no room for two lines there: a word replaces it until it is opened
 */
export function EventDescription({
  text,
  className,
  isBeside = false,
  isTight = false,
}: {
  text: string;
  className: string;
  isBeside?: boolean;
  isTight?: boolean;
}) {
  const { t } = useTranslation('event');
  const size = isBeside ? 'text-xs laptop:text-sm' : 'text-sm';
  const isOneLine = !text.includes('\n');
  if (text.length <= (isBeside ? SHORT_BESIDE : SHORT) && isOneLine && !isTight) {
    return (
      <p className={`${size} ${className}`}>
        <bdi>{text}</bdi>
      </p>
    );
  }
  const isBrief = text.length <= (isBeside ? BRIEF_BESIDE : BRIEF) && isOneLine;
  const words = (
    <bdi
      className={`line-clamp-2 max-w-text whitespace-pre-line group-open:line-clamp-none ${isTight ? 'max-[30rem]:not-group-open:hidden' : ''}`}
    >
      {text}
    </bdi>
  );
  if (isBeside) {
    return (
      <details className={`group wrap-anywhere max-laptop:open:basis-full ${size} ${className}`}>
        <summary className="flex min-h-touch cursor-pointer list-none items-center gap-1 [&::-webkit-details-marker]:hidden">
          {words}
          {isTight && (
            <span className="font-semibold group-open:hidden min-[30rem]:hidden">
              {t('line.about')}
            </span>
          )}
          <span className={isBrief ? 'flex-none laptop:hidden' : 'flex-none'}>
            <Icon className="size-5 group-open:rotate-180" name="chevron-down" />
            <span className={`sr-only group-open:hidden ${isTight ? 'max-[30rem]:hidden' : ''}`}>
              {t('line.more')}
            </span>
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
          // Two lines hold a whole short one if it has twenty rem.
          className={`inline-flex min-h-touch items-center font-semibold underline group-open:hidden ${isBrief ? '@min-[20rem]/text:hidden' : ''}`}
        >
          {t('line.more')}
        </span>
      </summary>
    </details>
  );
}
