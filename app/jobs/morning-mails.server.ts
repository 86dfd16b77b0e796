import type { Env } from '~/env.server';
import { morningMail } from '~/i18n/morning-mail.server';
import { readMorningContent, type MorningContent } from '~/models/event/morning-mail.server';
import { readWidth } from '~/models/photo/media.server';
import type { ListedPhoto } from '~/models/photo/read.server';
import { runWithPlace } from '~/models/session/attempts.server';
import { mailsTo } from '~/models/session/sign-in-link.server';
import { morningToken } from '~/models/user/morning-link.server';
import {
  claimMorningMail,
  listDueMorningMails,
  releaseMorningMail,
  type MorningMail,
} from '~/models/user/morning-mail.server';
import { morningPaths } from '~/morning-paths';
import type { ImageProcessor } from '~/services/images.server';
import type { MailPicture } from '~/services/mail.server';
import type { MediaStorage } from '~/services/storage/types';
import type { JobPlan } from './job.server';
import { mailPlan, type MailJobDeps, type Site } from './mail-round.server';

const EVERY_MS = 15 * 1000;

type Deps = MailJobDeps & {
  images: Pick<ImageProcessor, 'toMailPicture'>;
  storage: MediaStorage;
  env: Pick<Env, 'EVENT_TIME_ZONE'>;
};

/** Sends the mails on the morning after (rule `mails.morning`), a batch in each run. */
export function morningMailsPlan(deps: Deps): JobPlan {
  const { db, now, today, env } = deps;
  const moment = () => ({ now: now(), today: today(), timeZone: env.EVENT_TIME_ZONE });
  return mailPlan<number>(deps, {
    name: 'morning_mails',
    everyMs: EVERY_MS,
    async begin(site) {
      const pictures = createPictures(deps);
      return {
        due: await listDueMorningMails(db, moment()),
        about: (userId) => ({ userId }),
        async claim(userId) {
          const claimed = await claimMorningMail(db, { userId, ...moment() });
          return (
            claimed && {
              send: () => send(deps, claimed, { ...site, pictures }),
              release: () => releaseMorningMail(db, { userId, now: now() }),
            }
          );
        },
      };
    },
  });
}

async function send(
  deps: Deps,
  claimed: MorningMail,
  site: Site & { pictures: (photo: ListedPhoto) => Promise<Buffer | null> },
): Promise<void> {
  const { db, now, env } = deps;
  const { mail, origin } = site;
  const { to } = claimed;
  const content = await readMorningContent(db, { ...claimed, now: now() });
  const pictures = await picturesOf(content, site.pictures);
  const open = origin + morningPaths.enter(morningToken(to, 'morning', env));
  const stop = origin + morningPaths.stop(morningToken(to, 'morning stop', env));
  const cidOf = (photoId: number) =>
    pictures.find(({ cid }) => cid === cidFor(photoId))?.cid ?? null;
  const words = morningMail(content, { open, stop }, { cidOf });
  // These mails count towards the limit of an address, which may be that of several guests, or a stranger's.
  await runWithPlace(await deps.attempts.take(...mailsTo(to)), () =>
    mail.send({ to: to.email, ...words, pictures, unsubscribe: stop }),
  );
}

const cidFor = (photoId: number) => `photo-${photoId}`;

/** The pictures that a mail shows. One that cannot be made is left out. */
async function picturesOf(
  { isTrusted, podium, own }: MorningContent,
  make: (photo: ListedPhoto) => Promise<Buffer | null>,
): Promise<MailPicture[]> {
  if (!isTrusted) return [];
  const shown = new Map([...podium, ...(own ? [own.best] : [])].map((photo) => [photo.id, photo]));
  const pictures: MailPicture[] = [];
  for (const photo of shown.values()) {
    const jpeg = await make(photo);
    if (jpeg) pictures.push({ cid: cidFor(photo.id), jpeg });
  }
  return pictures;
}

/** Makes the pictures of a run, each once: everybody in an event gets the same podium. */
function createPictures({ storage, images, log }: Deps) {
  const made = new Map<number, Promise<Buffer | null>>();
  async function make({ imageStorage, imageKey: key, imageBytes: bytes }: ListedPhoto) {
    try {
      const image = { storage: imageStorage, key, variant: 720, bytes } as const;
      const { bytes: found } = await readWidth(storage, image);
      return found && (await images.toMailPicture(found));
    } catch (error) {
      log.warn({ err: error, key }, 'a mail goes without a picture');
      return null;
    }
  }
  return (photo: ListedPhoto) => {
    const known = made.get(photo.id) ?? make(photo);
    made.set(photo.id, known);
    return known;
  };
}
