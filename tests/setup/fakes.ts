import { createAttemptCounter } from '~/models/session/attempts.server';
import { createLinkMailer, type LinkMailer } from '~/models/session/sign-in-link.server';
import { ImageError, type ImageErrorReason, type ImageProcessor } from '~/services/images.server';
import type { Mailer } from '~/services/mail.server';
import type { StorageName } from '~/services/storage/drivers.server';
import type { StoredVariant } from '~/services/storage/store';
import type { MediaStorage } from '~/services/storage/types';

/** Storages in memory that can be told to fail, and whose content can be inspected. */
export interface FakeStorage extends MediaStorage {
  /** The keys in one storage, or in all of them. */
  keys(storage?: StorageName): string[];
  /** While set, a write stores the files and then fails. */
  failWrites: boolean;
  failRemovals: boolean;
  /** Removes these files. */
  lose(storage: StorageName, key: string, variants: StoredVariant[]): void;
  /** Storages that do not answer, although nobody has noticed yet. */
  readonly down: Set<StorageName>;
}

/** @param names the storages that exist, the chosen one first */
export function createFakeStorage(names: [StorageName, ...StorageName[]] = ['local']): FakeStorage {
  const files = new Map<string, Partial<Record<StoredVariant, Uint8Array>>>();
  const down = new Set<StorageName>();
  const place = (storage: StorageName, key: string) => `${storage} ${key}`;
  const assertUp = (storage: StorageName) => {
    if (down.has(storage)) throw new Error(`${storage} is down`);
  };
  return {
    failWrites: false,
    failRemovals: false,
    down,
    lose(storage, key, variants) {
      for (const variant of variants) delete files.get(place(storage, key))?.[variant];
    },
    keys: (storage) =>
      [...files.keys()]
        .filter((one) => !storage || one.startsWith(`${storage} `))
        .map((one) => one.split(' ')[1] ?? ''),
    wanted: names[0],
    targets: () => names,
    reachable: () => names,
    async write(storage, key, content) {
      assertUp(storage);
      files.set(place(storage, key), { ...files.get(place(storage, key)), ...content });
      if (this.failWrites) throw new Error('disk full');
    },
    async read(storage, key, variant) {
      assertUp(storage);
      return files.get(place(storage, key))?.[variant] ?? null;
    },
    path: () => null,
    async readInto(storage, key, target) {
      const bytes = await this.read(storage, key, 'full');
      const piece = bytes?.subarray(0, target.length);
      if (piece) target.set(piece);
      return piece?.length ?? null;
    },
    async findMissing(storage, keys) {
      assertUp(storage);
      return keys.filter((key) => !files.get(place(storage, key))?.full);
    },
    async remove(storage, key) {
      assertUp(storage);
      if (this.failRemovals) throw new Error('storage is away');
      files.delete(place(storage, key));
    },
    list: async () => [],
    url: (_storage, key) => `/media/${key}.webp`,
    ownUrl: (key) => `/media/${key}.webp`,
    imageOrigin: () => null,
    check: async () => {},
  };
}

/** The secrets of tests. */
export const KEYS: { SESSION_SECRET: [string] } = { SESSION_SECRET: ['a secret of tests'] };

/** Images without pixels: the real pipeline has its own tests. */
export function createFakeImages(refusal?: ImageErrorReason): ImageProcessor {
  const nothing = new Uint8Array([0]);
  return {
    process: async () => {
      if (refusal) throw new ImageError(refusal);
      return {
        width: 1200,
        height: 800,
        placeholder: 'data:image/webp;base64,UklGRg==',
        files: { full: nothing, 1080: nothing, 720: nothing, 320: nothing },
      };
    },
    toJpeg: async (full) => Buffer.from(full),
    toPrint: async (picture) => Buffer.from(picture),
    toMailPicture: async (picture) => Buffer.from(picture),
    toPodium: async ({ drawing }) => Buffer.from(drawing),
    isFull: () => false,
    waiting: () => ({ waiting: 0, limit: 1 }),
    figures: () => ({ running: 0, refused: 0 }),
    close: async () => {},
  };
}

/** A mailer that records its mails. */
export function createFakeMailer(): Mailer & { sent: Parameters<Mailer['send']>[0][] } {
  const sent: Parameters<Mailer['send']>[0][] = [];
  return {
    sent,
    send: async (mail) => {
      sent.push(mail);
    },
  };
}

/** A mailer for sign-in links with its own counts. */
export function createFakeLinkMailer(mail: Mailer): LinkMailer {
  const attempts = createAttemptCounter({ db: null, eventsPerHour: 0, joinsPerMinute: 0 });
  return createLinkMailer({ mail, attempts, address: '192.0.2.1' });
}

/** A clock that is never in doubt. */
export const trustedClock = { isTrusted: async () => true };
