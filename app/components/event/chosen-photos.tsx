import { useCallback, useEffect, useRef, useState, type ChangeEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';
import { isCameraName } from './camera-name';

/** What the phone's gallery has shared with the installed app; code that nobody else needs. */
async function readShared() {
  const shared = await import('~/offline/shared-files');
  return shared.readShared();
}

/** A photo that was chosen and not yet sent. */
export interface Chosen {
  id: number;
  file: File;
  /** The picture as this device has it. */
  url: string;
}

interface ChosenList {
  photos: readonly Chosen[];
  /** How many more there is room for. */
  left: number;
  /** The names of those for which there is no room. */
  leftOut: readonly string[];
  input: RefObject<HTMLInputElement>;
  /** Takes what the input holds. */
  take(event: ChangeEvent<HTMLInputElement>): void;
  remove(id: number): void;
  /** Moves a photo one place forward, as far as there is one. */
  advance(id: number): void;
  /** Takes those away that there is room for: they are sent. */
  clear(): void;
}

/**
 * The photos one has chosen, in the order of their slots; their previews are freed with the component.
 * Where it was opened by a press, the device's own picker opens at once.
 * @param room how many there may be
 */
export function useChosenPhotos(room: number): ChosenList {
  const input = useRef<HTMLInputElement>(null);
  const [all, setAll] = useState<readonly Chosen[]>([]);
  // Another tab may take slots meanwhile.
  const photos = all.slice(0, room);
  const made = useRef<Chosen[]>([]);
  const [unkept, setUnkept] = useState<readonly string[]>([]);
  /** Forgets what was shared, once it is in this list. */
  const forgetShared = useRef<() => Promise<void>>();

  const add = useCallback((files: File[]) => {
    const fresh = files.map((file, index) => {
      return { id: made.current.length + index, file, url: URL.createObjectURL(file) };
    });
    made.current.push(...fresh);
    setAll((before) => [...before, ...fresh]);
  }, []);

  useEffect(() => {
    // Chosen before the page came alive.
    const early = [...(input.current?.files ?? [])];
    if (early.length > 0) add(early);
    else if (new URLSearchParams(window.location.search).has('shared')) return takeShared();
    else if (navigator.userActivation?.isActive) input.current?.click();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, []);
  /** Takes what was shared, which waits on the device until it is sent or put aside. */
  function takeShared() {
    let isOpen = true;
    void readShared().then(({ files, names, forget }) => {
      if (!isOpen) return;
      forgetShared.current = forget;
      add(files);
      setUnkept(names);
    });
    return () => {
      isOpen = false;
      void forgetShared.current?.();
    };
  }
  useEffect(() => {
    const all = made.current;
    return () => {
      for (const { url } of all) URL.revokeObjectURL(url);
    };
  }, []);

  return {
    photos,
    left: room - photos.length,
    leftOut: [...all.slice(room).map(({ file }) => file.name), ...unkept],
    input,
    take({ currentTarget }) {
      add([...(currentTarget.files ?? [])]);
      currentTarget.value = '';
    },
    remove(id) {
      setAll((before) => before.filter((photo) => photo.id !== id));
    },
    advance(id) {
      setAll((before) => {
        const at = before.findIndex((photo) => photo.id === id);
        const [one, other] = [before[at - 1], before[at]];
        if (!one || !other) return before;
        return [...before.slice(0, at - 1), other, one, ...before.slice(at + 1)];
      });
    },
    clear() {
      void forgetShared.current?.();
      setAll((before) => before.slice(room));
    },
  };
}

/** What was chosen, with the slot of each, and buttons to change the order. */
export function ChosenPhotos({ chosen, slots }: { chosen: ChosenList; slots: number[] }) {
  const { t } = useTranslation('own');
  const list = useRef<HTMLOListElement>(null);
  if (chosen.photos.length === 0) return null;
  /** Does something to the list, whose button may go with it, and has the keyboard go on in a row. */
  const act = (change: () => void, row: number) => {
    flushSync(change);
    const rows = list.current?.children ?? [];
    const next = rows[Math.min(row, rows.length - 1)];
    (next?.querySelector('button') ?? chosen.input.current)?.focus();
  };
  return (
    <ol className="chosen-photos" ref={list}>
      {chosen.photos.map(({ id, url, file }, index) => {
        const position = slots[index] ?? 0;
        return (
          <li key={id}>
            <span className="print">
              <span className="shot">
                <img
                  src={url}
                  alt=""
                  onError={(event) => {
                    // Some formats of phones cannot be drawn here.
                    event.currentTarget.hidden = true;
                  }}
                />
              </span>
            </span>
            <span className="number">{position}</span>
            <bdi className="name">{!isCameraName(file.name) && file.name}</bdi>
            {index > 0 && (
              <button
                className="icon-button"
                type="button"
                aria-label={t('add.forward', { position })}
                onClick={() => act(() => chosen.advance(id), index - 1)}
              >
                <Icon name="arrow-up" />
              </button>
            )}
            <button
              className="icon-button"
              type="button"
              aria-label={t('add.remove', { position })}
              onClick={() => act(() => chosen.remove(id), index)}
            >
              <Icon name="close" />
            </button>
          </li>
        );
      })}
    </ol>
  );
}
