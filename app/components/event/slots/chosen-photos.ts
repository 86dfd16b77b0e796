import type { MissionKey } from '~/models/mission/rules';
import {
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type RefObject,
} from 'react';
import { DialogCloseContext } from '~/components/dialogs/dialog-context';

/**
 * The files that wait on this device for the dialog that adds photos: those that the phone's gallery has shared
 * with the installed app, and those that a visitor has chosen. Loaded separately, because most users have none.
 */
const waitingFiles = () => import('~/browser/uploads/shared-files');

async function shrinkAhead(file: File): Promise<File> {
  const { shrinkInTurn } = await import('~/browser/uploads/shrink-photo');
  return shrinkInTurn(file, new AbortController().signal);
}

/** A photo that was chosen but not sent yet. */
export interface Chosen {
  id: number;
  /** The file, which is replaced by a smaller one as soon as that is made. */
  file: File;
  isShrunk: boolean;
  /** The name of the chosen file. */
  name: string;
  /** An object URL of the chosen file. */
  url: string;
  caption: string;
  /** The mission it was taken for. */
  missionId?: MissionKey;
}

export interface ChosenList {
  photos: readonly Chosen[];
  /** How many more can be chosen; negative if there are too many. */
  left: number;
  /** The names of shared files that the device could not store. */
  unstored: readonly string[];
  input: RefObject<HTMLInputElement>;
  /** Takes the files from the input. */
  take(event: ChangeEvent<HTMLInputElement>): void;
  remove(id: number): void;
  /** Sets a photo's caption. */
  describe(id: number, caption: string): void;
  /** Sets which mission a photo was taken for; undefined for none. With `isSole`, no other photo keeps it. */
  assign(id: number, missionId: MissionKey | undefined, options: { isSole: boolean }): void;
  /** Moves a photo one place forward, if possible. */
  advance(id: number): void;
  /** Removes all photos, because they are being sent. */
  clear(): void;
}

/**
 * The chosen photos, in the order of their slots. Their object URLs are revoked when the component unmounts. If a click
 * opened the dialog, the file picker opens immediately, and canceling it closes the dialog. Photos are made smaller
 * while their captions are written.
 * @param options.room the maximum number of photos
 * @param options.first the mission that the first one is for initially
 * @param options.each the mission that each other one is for initially
 * @param options.isKept whether the device stores them until they are sent or discarded, in case the page reloads; a
 *   member's uploads are stored once they are sent
 */
export function useChosenPhotos({
  room,
  isKept,
  first,
  each,
}: {
  room: number;
  isKept: boolean;
  first: MissionKey | undefined;
  each: MissionKey | undefined;
}): ChosenList {
  const input = useRef<HTMLInputElement>(null);
  const close = useContext(DialogCloseContext);
  const [photos, setPhotos] = useState<readonly Chosen[]>([]);
  const made = useRef<string[]>([]);
  const [unstored, setUnstored] = useState<readonly string[]>([]);
  /** Deletes the files that wait on the device. */
  const forget = useRef<() => Promise<void>>();

  const missions = useRef({ first, each });
  missions.current = { first, each };
  const add = useCallback((files: File[]) => {
    const fresh = files.map((file) => {
      const url = URL.createObjectURL(file);
      const id = made.current.push(url);
      return { id, file, isShrunk: false, name: file.name, url, caption: '' };
    });
    const { first, each } = missions.current;
    setPhotos((before) => [
      ...before,
      ...fresh.map((one, index) => {
        const isFirst = before.length + index === 0;
        return { ...one, missionId: isFirst ? (first ?? each) : each };
      }),
    ]);
    for (const { id, file } of fresh) {
      void shrinkAhead(file).then(
        (small) =>
          setPhotos((before) =>
            before.map((one) => (one.id === id ? { ...one, file: small, isShrunk: true } : one)),
          ),
        // The queue shrinks it when it is sent.
        () => undefined,
      );
    }
  }, []);
  const keep = async (files: File[]) => {
    const { storeShared, forgetShared } = await waitingFiles();
    forget.current = forgetShared;
    await storeShared(files).catch(() => undefined);
  };
  const choose = (files: File[]) => {
    add(files);
    if (isKept && files.length > 0) void keep(files);
  };

  useEffect(() => {
    // Files chosen before the page hydrated.
    const early = [...(input.current?.files ?? [])];
    if (early.length > 0) choose(early);
    else if (navigator.userActivation?.isActive) openPicker();
    const isShared = new URLSearchParams(window.location.search).has('shared');
    if (isShared || isKept) return takeWaiting();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, []);
  function openPicker() {
    const picker = input.current;
    // Its input no longer exists once there are photos.
    const cancelled = () => input.current === picker && close?.();
    picker?.addEventListener('cancel', cancelled, { once: true });
    picker?.click();
  }
  /** Takes the files that wait on the device, which stay there until they are sent or discarded. */
  function takeWaiting() {
    let isOpen = true;
    void waitingFiles()
      .then(({ readShared }) => readShared())
      .then((shared) => {
        if (!isOpen) return;
        forget.current ??= shared.forget;
        add(shared.files);
        setUnstored(shared.names);
      });
    return () => {
      isOpen = false;
      void forget.current?.();
    };
  }
  useEffect(() => {
    const urls = made.current;
    return () => urls.forEach((url) => URL.revokeObjectURL(url));
  }, []);

  return {
    photos,
    left: room - photos.length,
    unstored,
    input,
    take({ currentTarget }) {
      choose([...(currentTarget.files ?? [])]);
      currentTarget.value = '';
    },
    remove(id) {
      setPhotos((before) => before.filter((photo) => photo.id !== id));
    },
    describe(id, caption) {
      setPhotos((before) => before.map((one) => (one.id === id ? { ...one, caption } : one)));
    },
    assign(id, missionId, { isSole }) {
      setPhotos((before) =>
        before.map((one) => {
          if (one.id === id) return { ...one, missionId };
          return isSole && one.missionId === missionId ? { ...one, missionId: undefined } : one;
        }),
      );
    },
    advance(id) {
      setPhotos((before) => {
        const at = before.findIndex((photo) => photo.id === id);
        const [one, other] = [before[at - 1], before[at]];
        if (!one || !other) return before;
        return [...before.slice(0, at - 1), other, one, ...before.slice(at + 1)];
      });
    },
    clear() {
      void forget.current?.();
      setPhotos([]);
    },
  };
}
