import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShellScreen } from '~/components/shell/app-shell';
import { EmptyStep } from './empty-step';
import { feedProportions } from './feed-proportions';

/** A placeholder for a screen that is loading: blank prints, and after a second a text. */
export function Skeleton({ screen }: { screen: ShellScreen }) {
  const { t } = useTranslation();
  return (
    <div className="skeleton">
      {screen === 'top' && (
        <section className="podium-sky on-night">
          <Steps />
        </section>
      )}
      {screen === 'profile' && <section className="cover sky" />}
      <div className="page">
        <p className="said" role="status">
          <span className="spinner" />
          {screen === 'profile' ? t('loading_profile') : t('loading')}
        </p>
        <div className="mt-2" aria-hidden="true">
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
    <ol className="podium" aria-hidden="true">
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
          <span className="shot" />
          <div className="caption" />
        </li>
      ))}
    </ul>
  );
}

function Slots() {
  return (
    <>
      <span className="line mb-3 w-40" />
      <ul className="slots">
        {[1, 2, 3].map((position) => (
          <li className="slot print min-w-0" key={position}>
            <span className="shot blank" />
            <div className="foot" />
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
          <span className="line w-32" />
          <span className="line" />
          <span className="line w-48" />
        </div>
      ))}
    </div>
  );
}
