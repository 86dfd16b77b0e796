import { useEffect, useId, useState } from 'react';
import { isDismissed, noteDismissed } from '~/browser/dismissed';
import { endPush, pushAbility, setPush, type PushAbility } from '~/browser/push/push';
import type { PushQuestionView } from './push-views';
import { OfferCard } from './offer-card';
import { toast } from './toast';

const HOME = 'snapodium_push_home_dismissed';

/**
 * Asks its reader once, after the first photo, whether they want to be notified (rule `push.asked`). The browser asks
 * only after a press. In a browser that needs the app on the home screen, it asks nothing yet, and says so once.
 */
export function PushQuestion({ question }: { question: PushQuestionView }) {
  const { title, text, yes, no, home, publicKey, topics } = question;
  const heading = useId();
  const [ability, setAbility] = useState<PushAbility | null>(null);
  const isHome = ability === 'home';
  useEffect(() => {
    const found = pushAbility();
    setAbility(found === 'home' && isDismissed(HOME) ? 'none' : found);
  }, []);
  const close = () => setAbility('none');

  async function accept() {
    close();
    try {
      if (await setPush(publicKey, topics)) return toast({ tone: 'ok', title: question.on });
      await endPush();
      toast({ tone: 'ok', title: question.off, text: question.offText });
    } catch {
      toast({ tone: 'bad', title: question.failed, text: question.offText });
    }
  }

  function decline() {
    close();
    if (isHome) return noteDismissed(HOME);
    // If the server cannot be reached, the question appears again on another page.
    endPush().catch(() => undefined);
  }

  if (ability !== 'ready' && !isHome) return null;
  return (
    <OfferCard labelledBy={heading}>
      <p className="min-w-0 flex-[1_1_100%]">
        <strong className="block" id={heading}>
          {isHome ? home.title : title}
        </strong>
        <span className="block text-sm text-ink-soft">{isHome ? home.text : text}</span>
      </p>
      {!isHome && (
        <button type="button" className="button slim flex-[1_1_7rem]" onClick={() => void accept()}>
          {yes}
        </button>
      )}
      <button type="button" className="button quiet slim flex-[1_1_7rem]" onClick={decline}>
        {isHome ? home.understood : no}
      </button>
    </OfferCard>
  );
}
