import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShellScreen } from '~/components/shell/navigation-links';
import { EmptyStep, PODIUM_CLASS, STEPS_CLASS } from '~/components/event/podium/empty-step';
import { feedProportions } from '~/components/event/feed/feed-proportions';

const LINE_CLASS = 'block h-4 max-w-full rounded-full bg-sunk';

/** A placeholder for a screen that is loading: blank prints, and after a second a text. */
export function Skeleton({ screen }: { screen: ShellScreen }) {
  const { t } = useTranslation();
  return (
    // The scroll memory looks for the attribute.
    <div data-skeleton>
      {screen === 'top' && (
        <section className="podium-sky on-night mb-4">
          <Steps />
        </section>
      )}
      {screen === 'profile' && (
        <section className="sky laptop:mx-10 laptop:mt-8 laptop:rounded-sheet" />
      )}
      <div className={screen === 'feed' ? 'page max-laptop:pt-0' : 'page'}>
        <p
          // A screen that appears within a second announces nothing.
          className="flex min-h-8 animate-[wait_1ms_1s_both] items-center gap-2 text-sm/body text-ink-soft"
          role="status"
        >
          <span className="spinner" />
          {screen === 'profile' ? t('loading_profile') : t('loading')}
        </p>
        {/* About as high as the part above the feed's prints. */}
        <div className={screen === 'feed' ? 'mt-12' : 'mt-2'} aria-hidden="true">
          {screen === 'feed' && <Sheet />}
          {screen === 'profile' && <Slots />}
          {screen !== 'feed' && screen !== 'profile' && <Cards />}
        </div>
      </div>
    </div>
  );
}

/** An empty podium. */
function Steps() {
  return (
    <ol className={`${PODIUM_CLASS} ${STEPS_CLASS}`} aria-hidden="true">
      {[1, 2, 3].map((step) => (
        <EmptyStep key={step} step={step} />
      ))}
    </ol>
  );
}

function Sheet() {
  return (
    <ul className="sheet">
      {feedProportions().map((ratio, index) => (
        <li key={index} className="print" style={{ '--r': ratio.toFixed(4) } as CSSProperties}>
          <span className="shot bg-sunk" />
          <div className="foot" />
        </li>
      ))}
    </ul>
  );
}

function Slots() {
  return (
    <>
      <span className={`mb-3 w-40 ${LINE_CLASS}`} />
      <ul className="slots">
        {[1, 2, 3].map((position) => (
          <li className="print min-w-0" key={position}>
            <span className="shot aspect-3/4 bg-sunk" />
            <div className="min-h-touch" />
          </li>
        ))}
      </ul>
    </>
  );
}

function Cards() {
  return (
    <div className="grid gap-4">
      {[1, 2, 3].map((card) => (
        <div className="card grid gap-3" key={card}>
          <span className={`w-32 ${LINE_CLASS}`} />
          <span className={LINE_CLASS} />
          <span className={`w-48 ${LINE_CLASS}`} />
        </div>
      ))}
    </div>
  );
}
