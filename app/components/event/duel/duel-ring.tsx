import { useTranslation } from 'react-i18next';
import { LEFT } from '~/components/event/event-views';
import { Announced, Dial, TimeLeft, useTimeLeft } from '~/components/event/voting/voting-clock';
import { duelMark } from './duel-mark';
import type { DuelView } from './duel-views';

/** The time left, by the server's clock. After the end it asks until the taps are counted. */
export function DuelRing({ duel }: { duel: DuelView }) {
  const { t } = useTranslation('duel');
  const { startedAt, endsAt, eventId } = duel;
  const { left: until, isAlone } = useTimeLeft(endsAt, eventId);
  if (until === null) {
    return <p className="flex-none text-sm font-semibold text-on-night">{duel.until}</p>;
  }
  const left = Math.max(0, until);
  const mark = duelMark(left);
  const said = mark && t(mark.unit, { count: mark.count });
  return (
    <div className="flex-none text-center">
      <Dial share={left / (endsAt - startedAt)}>
        <TimeLeft
          left={left}
          words={{ left: t('left', { time: LEFT, interpolation: { escapeValue: false } }) }}
        />
      </Dial>
      {isAlone && <p className="max-w-24 text-xs text-on-night-soft">{t('device')}</p>}
      <Announced text={said ?? ''} />
    </div>
  );
}
