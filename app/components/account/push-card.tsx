import { useEffect, useState } from 'react';
import {
  endPush,
  hasSubscription,
  pushAbility,
  setPush,
  type PushAbility,
} from '~/browser/push/push';
import { toast } from '~/components/shell/toast';
import { Switch } from '~/components/ui/switch';
import type { PushTopic } from '~/models/push/rules';
import type { PushView } from './account-views';

const WHY_ID = 'push-why';

/** The switches for this device's notifications (rule `push.asked`). Where they cannot work, they say why. */
export function PushCard({ push }: { push: PushView }) {
  const { title, text, failed, why, publicKey } = push;
  const [ability, setAbility] = useState<PushAbility | null>(null);
  const [wanted, setWanted] = useState<readonly PushTopic[]>(push.wanted);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    setAbility(pushAbility());
    // The browser may have dropped its subscription, which the server learns only when it sends.
    hasSubscription().then(
      (has) => !has && setWanted([]),
      () => setWanted([]),
    );
  }, []);

  async function turn(topic: PushTopic, isOn: boolean) {
    const next = isOn ? [...wanted, topic] : wanted.filter((one) => one !== topic);
    setIsBusy(true);
    try {
      const isAllowed = next.length > 0 ? await setPush(publicKey, next) : true;
      if (next.length === 0) await endPush();
      if (isAllowed) setWanted(next);
      setAbility(pushAbility());
    } catch {
      toast({ tone: 'bad', title: failed });
    }
    setIsBusy(false);
  }

  const reason = ability && ability !== 'ready' ? why[ability] : null;
  return (
    <section className="card" id="notifications">
      <h2 className="hyphens-auto wrap-anywhere">{title}</h2>
      <p className="text-sm text-ink-soft">{text}</p>
      {reason && (
        <p className="note mt-3" id={WHY_ID}>
          {reason}
        </p>
      )}
      <noscript>
        <p className="note mt-3">{why.script}</p>
      </noscript>
      <div className="mt-3 grid">
        {push.topics.map(({ topic, label }) => {
          const isOn = wanted.includes(topic);
          return (
            <div className="setting-row" key={topic}>
              <p
                className="name min-w-0 flex-[1_1_9rem]! hyphens-auto wrap-anywhere"
                id={`push-${topic}`}
              >
                {label}
              </p>
              <Switch
                type="button"
                isOn={isOn}
                disabled={ability !== 'ready' || isBusy}
                onClick={() => void turn(topic, !isOn)}
                aria-labelledby={`push-${topic}`}
                aria-describedby={reason ? WHY_ID : undefined}
              />
            </div>
          );
        })}
      </div>
    </section>
  );
}
