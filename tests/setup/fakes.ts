import { ImageError, type ImageErrorReason, type ImageProcessor } from '~/services/images.server';
import type { Mailer } from '~/services/mail.server';
import type { MediaStorage } from '~/services/storage/types';

/** A storage in memory that can be told to fail, and asked what lies in it. */
export interface FakeStorage extends MediaStorage {
  keys(): string[];
  /** While set, writing leaves the files behind and then fails. */
  failWrites: boolean;
  failRemovals: boolean;
}

export function createFakeStorage(): FakeStorage {
  const files = new Set<string>();
  return {
    failWrites: false,
    failRemovals: false,
    keys: () => [...files],
    async write(key) {
      files.add(key);
      if (this.failWrites) throw new Error('disk full');
      return 'local';
    },
    read: async () => null,
    async remove(_storage, key) {
      if (this.failRemovals) throw new Error('storage is away');
      files.delete(key);
    },
    url: (_storage, key) => `/media/${key}.webp`,
    check: async () => {},
  };
}

/** Images without pixels: what the real pipeline does is tested beside it. */
export function createFakeImages(refusal?: ImageErrorReason): ImageProcessor {
  const nothing = new Uint8Array([0]);
  return {
    process: async () => {
      if (refusal) throw new ImageError(refusal);
      return {
        width: 1200,
        height: 800,
        placeholder: 'data:image/webp;base64,UklGRg==',
        files: { full: nothing, 640: nothing, 320: nothing },
      };
    },
    close: async () => {},
  };
}

/** A mailer that keeps what it was to send. */
export function createFakeMailer(): Mailer & { sent: Parameters<Mailer['send']>[0][] } {
  const sent: Parameters<Mailer['send']>[0][] = [];
  return {
    sent,
    send: async (mail) => {
      sent.push(mail);
    },
  };
}
