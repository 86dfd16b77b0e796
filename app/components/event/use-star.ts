import { useFetcher, useFetchers } from '@remix-run/react';
import { useEffect, useRef, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '~/models/errors';
import { FAVORITES_MAX } from '~/models/favorite';
import { paths } from '~/paths';
import { useToast } from '~/components/shell/toaster';

/** What giving or taking back a star answers to a script. */
export type StarAnswer =
  { ok: true; on: boolean; left: number } | { ok: false; on: boolean; code: ErrorCode | 'offline' };

/**
 * A star that lights at once: the form is sent in the background, and a refusal puts the star back
 * and says why.
 */
export function useStar(photo: { id: number; isStarred: boolean }) {
  const fetcher = useFetcher<StarAnswer>();
  const announce = useStarToast();
  const answer = fetcher.data;
  const announced = useRef(answer);

  useEffect(() => {
    if (fetcher.state !== 'idle' || !answer || announced.current === answer) return;
    announced.current = answer;
    announce(answer);
  }, [fetcher.state, answer, announce]);

  const pending = fetcher.formData?.get('on');
  const isOn = pending === undefined || pending === null ? photo.isStarred : pending === '1';

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    form.set('answer', 'data');
    fetcher.submit(form, { method: 'post', action: paths.star(photo.id) });
  }

  return { isOn, submit };
}

function useStarToast() {
  const { t } = useTranslation(['event', 'errors']);
  const toast = useToast();
  return (answer: StarAnswer) => {
    if (answer.ok) {
      if (!answer.on) return;
      return toast({
        tone: 'star',
        title: t('event:star.added'),
        text: t('event:star.left', { count: answer.left }),
      });
    }
    if (answer.code === 'voting_disabled') {
      return toast({
        tone: 'bad',
        title: t('event:star.voting_disabled'),
        text: t('event:star.voting_disabled_text'),
      });
    }
    toast({
      tone: 'bad',
      title: answer.on ? t('event:star.failed_add') : t('event:star.failed_remove'),
      text: answer.code === 'offline' ? t('event:offline') : t(`errors:${answer.code}`),
    });
  };
}

/** How many stars are given, counting those on their way. */
export function useStarsGiven(starredIds: number[]): number {
  const starred = new Set(starredIds);
  for (const { formAction, formData } of useFetchers()) {
    const id = Number(/^\/photos\/(\d+)\/star$/.exec(formAction ?? '')?.[1]);
    if (!id || !formData) continue;
    if (formData.get('on') === '1') starred.add(id);
    else starred.delete(id);
  }
  return Math.min(starred.size, FAVORITES_MAX);
}
