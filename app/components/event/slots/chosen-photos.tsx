import { useCallback, useEffect, useRef, useState, type ChangeEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { CaptionField } from '~/components/event/print/caption-field';
import { Icon } from '~/components/ui/icon';

/**
 * The files that the phone's gallery has shared with the installed app. Loaded separately, because no other
 * feature needs it.
 */
async function readShared() {
  const shared = await import('~/browser/uploads/shared-files');
  return shared.readShared();
}

/** A photo that was chosen but not sent yet. */
export interface Chosen {
  id: number;
  file: File;
  /** An object URL of the file. */
  url: string;
  caption: string;
}

interface ChosenList {
  photos: readonly Chosen[];
  /** How many more can be chosen. */
  left: number;
  /** The names of files for which there is no room. */
  leftOut: readonly string[];
  input: RefObject<HTMLInputElement>;
  /** Takes the files from the input. */
  take(event: ChangeEvent<HTMLInputElement>): void;
  remove(id: number): void;
  /** Sets a photo's caption. */
  describe(id: number, caption: string): void;
  /** Moves a photo one place forward, if possible. */
  advance(id: number): void;
  /** Removes the photos that fit, because they are being sent. */
  clear(): void;
}

/**
 * The chosen photos, in the order of their slots. Their object URLs are revoked when the component unmounts.
 * If a click opened the dialog, the file picker opens at once.
 * @param room the maximum number of photos
 */
export function useChosenPhotos(room: number): ChosenList {
  const input = useRef<HTMLInputElement>(null);
  const [all, setAll] = useState<readonly Chosen[]>([]);
  // Another tab may take slots in the meantime.
  const photos = all.slice(0, room);
  const made = useRef<Chosen[]>([]);
  const [incomplete, setIncomplete] = useState<readonly string[]>([]);
  /** Deletes the shared files, once they are in this list. */
  const forgetShared = useRef<() => Promise<void>>();

  const add = useCallback((files: File[]) => {
    const fresh = files.map((file, index) => {
      const url = URL.createObjectURL(file);
      return { id: made.current.length + index, file, url, caption: '' };
    });
    made.current.push(...fresh);
    setAll((before) => [...before, ...fresh]);
  }, []);

  useEffect(() => {
    // Files chosen before the page hydrated.
    const early = [...(input.current?.files ?? [])];
    if (early.length > 0) add(early);
    else if (new URLSearchParams(window.location.search).has('shared')) return takeShared();
    else if (navigator.userActivation?.isActive) input.current?.click();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, []);
  /** Takes the shared files, which stay on the device until they are sent or discarded. */
  function takeShared() {
    let isOpen = true;
    void readShared().then(({ files, names, forget }) => {
      if (!isOpen) return;
      forgetShared.current = forget;
      add(files);
      setIncomplete(names);
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
    leftOut: [...all.slice(room).map(({ file }) => file.name), ...incomplete],
    input,
    take({ currentTarget }) {
      add([...(currentTarget.files ?? [])]);
      currentTarget.value = '';
    },
    remove(id) {
      setAll((before) => before.filter((photo) => photo.id !== id));
    },
    describe(id, caption) {
      setAll((before) => before.map((photo) => (photo.id === id ? { ...photo, caption } : photo)));
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

/** The chosen photos with their slots, and buttons to change the order. */
export function ChosenPhotos({ chosen, slots }: { chosen: ChosenList; slots: number[] }) {
  const { t } = useTranslation('event');
  const list = useRef<HTMLOListElement>(null);
  if (chosen.photos.length === 0) return null;
  /** Changes the list, which may remove the pressed button, and moves the focus to a row. */
  const act = (change: () => void, row: number) => {
    flushSync(change);
    const rows = list.current?.children ?? [];
    const next = rows[Math.min(row, rows.length - 1)];
    (next?.querySelector('button') ?? chosen.input.current)?.focus();
  };
  return (
    <ol className="grid gap-2" ref={list}>
      {chosen.photos.map(({ id, url, file, caption }, index) => {
        const position = slots[index] ?? 0;
        return (
          <li key={id} className="flex items-center gap-2.5">
            <span className="print w-16 flex-none large-text:w-1/4">
              <span className="shot aspect-square">
                <img
                  src={url}
                  alt={file.name}
                  onError={(event) => {
                    // Some phone formats cannot be displayed here.
                    event.currentTarget.hidden = true;
                  }}
                />
              </span>
            </span>
            <div className="w-0 flex-1 large-text:basis-2/5">
              <CaptionField
                name={null}
                label={t('caption.label_of', { position })}
                defaultValue={caption}
                onChange={(text) => chosen.describe(id, text)}
              />
              <div className="flex items-center">
                <span className="flex-1 pl-1 font-display leading-none">{position}</span>
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
              </div>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
