import { useFetcher, useFetchers } from '@remix-run/react';
import { useEffect, useRef, type FormEvent } from 'react';
import { FAVORITES_MAX } from '~/models/favorite';
import type { Answer } from '~/offline/answer';
import { paths } from '~/paths';
import { useToast } from '~/components/shell/toaster';

/**
 * A star that lights at once: the form is sent in the background, and a refusal puts the star back
 * and says why.
 */
export function useStar(photo: { id: number; isStarred: boolean }) {
  const fetcher = useFetcher<Answer>();
  const toast = useToast();
  const answer = fetcher.data;
  const announced = useRef(answer);

  useEffect(() => {
    if (!answer || announced.current === answer) return;
    announced.current = answer;
    if (answer.toast) toast(answer.toast);
  }, [answer, toast]);

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
