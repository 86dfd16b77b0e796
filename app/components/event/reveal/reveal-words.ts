import { useTranslation } from 'react-i18next';
import { namesApart } from '~/models/event/names-apart';
import type { RevealStage } from '~/models/event/reveal-stage';
import type { RevealedPhoto, RevealShow } from '~/models/event/shape';
import type { PodiumPlace } from '~/models/photo/star';
import { LANGUAGE_FACTS, type Language } from '~/i18n/languages';

/** The texts of a stage. */
interface RevealWords {
  title: string;
  text: string | null;
  /** For a reader who gave the winner a star. */
  saw: { title: string; text: string } | null;
  /** One sentence for screen readers. */
  said: string;
}

/** The photos of a place, as far as they are told. */
export function photosAt({ places }: RevealShow, place: PodiumPlace): RevealedPhoto[] {
  return places.find((told) => told.place === place)?.photos ?? [];
}

/** Joins texts into sentences that are read one after the other. */
const sentences = (...texts: string[]) =>
  texts.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(' ');

/** The texts of a reveal's stages, in the reader's language. */
export function useRevealWords(show: RevealShow) {
  const { t, i18n } = useTranslation('reveal');
  const names = show.places.flatMap(({ photos }) => photos.map(({ userName }) => userName));
  const shortOf = namesApart(names);
  const { locale } = LANGUAGE_FACTS[i18n.language as Language];
  const nameAll = (photos: readonly RevealedPhoto[]) =>
    new Intl.ListFormat(locale, { type: 'conjunction' }).format([
      ...new Set(photos.map(({ userName }) => shortOf(userName))),
    ]);

  function sayPlace(place: PodiumPlace, photos: readonly RevealedPhoto[]): RevealWords {
    const isYours = photos.some((photo) => photo.isYours);
    const all = nameAll(photos);
    const stars = t('stars', { count: photos[0]?.stars ?? 0 });
    if (place !== 1) {
      const title = t(isYours ? `yours_${place}` : `place_${place}`);
      return { title, text: stars, saw: null, said: t('said', { title, names: all, stars }) };
    }
    const count = new Set(photos.map(({ userName }) => userName)).size;
    const title = isYours ? t('yours_1', { names: all }) : t('wins', { names: all, count });
    const starred = isYours ? undefined : photos.find((photo) => photo.isStarred);
    const saw = starred ? { title: t('saw'), text: t('saw_text', { count: starred.stars }) } : null;
    const said = sentences(title, ...(saw ? [saw.title, saw.text] : [stars]));
    return { title, text: saw ? null : stars, saw, said };
  }

  /** @param isLost whether a place that is due has not arrived */
  function wordsOf(stage: RevealStage, isLost: boolean): RevealWords {
    const plain = (title: string, text: string): RevealWords => {
      return { title, text, saw: null, said: sentences(title, text) };
    };
    if (isLost) return plain(t('lost.title'), t('lost.text'));
    if (stage.name === 'place') return sayPlace(stage.place, photosAt(show, stage.place));
    if (stage.name === 'first') return sayPlace(1, photosAt(show, 1));
    return plain(t(`${stage.name}.title`), t(`${stage.name}.text`));
  }
  return { t, nameAll, wordsOf };
}
