import { useFetcher, useFetchers, useSubmit } from '@remix-run/react';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenDialog } from '~/components/dialogs/dialog-context';
import { useToast } from '~/components/shell/toaster';
import type { Answer } from '~/offline/answer';
import { paths } from '~/paths';

/**
 * A screen's stars, which light at once: a form is sent in the background, and a refusal puts its star back
 * and says why. One of these serves all the prints of a screen, for whatever has a fetcher is drawn anew
 * whenever any request begins or ends.
 */
export function useStars(starredIds: number[]) {
  const starred = useStarred(starredIds);
  const submit = useSubmit();
  const id = useId();
  const [sent, setSent] = useState<readonly string[]>([]);

  const send = useCallback(
    (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = new FormData(event.currentTarget);
      form.set('answer', 'data');
      const { pathname: action } = new URL(event.currentTarget.action);
      const fetcherKey = `${id} ${action}`;
      setSent((before) => (before.includes(fetcherKey) ? before : [...before, fetcherKey]));
      // At once: a state of the router is drawn when there is time, which a slow phone has late.
      submit(form, { method: 'post', action, navigate: false, fetcherKey, flushSync: true });
    },
    [id, submit],
  );

  return {
    /** The photos whose star is lit, with those on their way. The same set while nothing changes. */
    starred,
    /** Sends a star's form. */
    send,
    /** Says what was refused; to be drawn anywhere on the screen. */
    answers: sent.map((fetcherKey) => <StarAnswer key={fetcherKey} fetcherKey={fetcherKey} />),
  };
}

/** The photos whose star is lit, with those on their way. */
export function useStarred(starredIds: number[]): ReadonlySet<number> {
  const lit = new Set(starredIds);
  for (const { formAction, formData } of useFetchers()) {
    const photoId = photoOf(formAction ?? '');
    if (!photoId || !formData) continue;
    if (formData.get('on') === '1') lit.add(photoId);
    else lit.delete(photoId);
  }
  const ids = [...lit].join(' ');
  return useMemo(() => new Set(ids === '' ? [] : ids.split(' ').map(Number)), [ids]);
}

/** The photo that an address of a star is of. */
const photoOf = (address: string) => Number(/\/photos\/(\d+)\/star$/.exec(address)?.[1]);

function StarAnswer({ fetcherKey }: { fetcherKey: string }) {
  const { data, submit } = useFetcher<Answer<{ left?: number }>>({ key: fetcherKey });
  const { t } = useTranslation('event');
  const toast = useToast();
  const open = useOpenDialog();
  const announced = useRef(data);
  const photoId = photoOf(fetcherKey);

  useEffect(() => {
    if (!data || announced.current === data) return;
    announced.current = data;
    const here = window.location.pathname + window.location.search;
    if (!data.ok && data.code === 'favorites_full') {
      if (open(paths.starMove(photoId, { next: here }))) return;
    }
    if (!data.toast) return;
    const undo = () => {
      const values = { on: '0', next: here, answer: 'data' };
      submit(values, { method: 'post', action: paths.star(photoId), flushSync: true });
    };
    const isLast = data.ok && data.left === 0;
    toast({
      ...data.toast,
      action: data.ok ? { label: t('star.undo'), onPress: undo } : undefined,
      link: isLast ? { label: t('star.podium'), to: paths.top() } : undefined,
    });
  }, [data, toast, open, photoId, submit, t]);
  return null;
}
