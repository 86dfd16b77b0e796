import type { LoaderFunctionArgs } from '@remix-run/node';
import type { WallTexts } from '~/browser/wall/texts';
import { buildVersion } from '~/build-version.server';
import type { DiskFile, Mounted, Stream } from '~/http/mounted';
import { failure } from '~/http/refusal.server';
import { markAnswer } from '~/http/revalidation.server';
import { answerWallChanges } from '~/http/wall-stream.server';
import { instanceFor } from '~/i18n/i18n.server';
import { can } from '~/models/access';
import { isAway } from '~/models/away.server';
import { DomainError } from '~/models/errors';
import { SERVER_NOW } from '~/models/live/rules';
import { findScreen, type Screen } from '~/models/wall/read.server';
import { noteScreen } from '~/models/wall/screens.server';
import { wallLanguage, wallState } from '~/routes/wall/wall-state.server';
import { parseFile } from '~/services/storage/keys.server';
import { refuseText } from './refuse-text.server';
import { sendStoredImage } from './stored-image.server';
import { renderWallPage } from './wall-page.server';

type Answer = Response | DiskFile | Stream;

/**
 * Serves a screen of the wall to anyone who has its key, and a 404 to everybody else (rule `wall.key`). No session is
 * looked up or changed, so an organizer stays signed in on a device that shows the wall.
 */
function forScreen(answer: (args: LoaderFunctionArgs, screen: Screen) => Promise<Answer>) {
  return async (args: LoaderFunctionArgs): Promise<Answer> => {
    try {
      const { db, today } = args.context.app;
      const screen = await findScreen(db, { key: args.params.key ?? '', today: today() });
      // Also for an ended key, and while guests may not look at the event.
      if (!screen) throw new DomainError('page_not_found');
      return await answer(args, screen);
    } catch (error) {
      if (error instanceof Response) throw error;
      if (isAway(error)) throw error;
      return refuse(args, error instanceof DomainError ? error : failure(args, error));
    }
  };
}

function refuse(args: LoaderFunctionArgs, error: DomainError): Response {
  const refusal = refuseText(args, error);
  refusal.headers.set('Cache-Control', 'no-store');
  return refusal;
}

/** The page of a screen. */
async function sendPage({ context }: LoaderFunctionArgs, screen: Screen): Promise<Response> {
  const language = wallLanguage(screen);
  const i18n = await instanceFor(language);
  const page = renderWallPage({
    language,
    version: buildVersion(),
    texts: i18n.getResourceBundle(language, 'wall_screen') as WallTexts,
    key: screen.key,
    nonce: context.nonce,
    eventName: screen.event.name,
  });
  return new Response(page, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  });
}

/** What the screen shows now. The ETag leaves the time out. */
async function sendState(args: LoaderFunctionArgs, screen: Screen): Promise<Response> {
  const { app } = args.context;
  const now = app.now();
  const state = JSON.stringify(await wallState(args, screen, now));
  await noteScreen(app.db, screen, now).catch((error: unknown) => {
    args.context.log.error({ err: error }, 'the last use of a screen could not be stored');
  });
  const headers = new Headers({
    'Cache-Control': 'private, no-cache',
    [SERVER_NOW]: String(now.getTime()),
  });
  const unchanged = markAnswer(args.request, headers, { source: state, isWeak: true });
  if (unchanged) return unchanged;
  headers.set('Content-Type', 'application/json; charset=utf-8');
  return new Response(`{"now":${now.getTime()},${state.slice(1)}`, { headers });
}

/** A photo on the screen, in the width that it asks for. */
async function sendPhoto(args: LoaderFunctionArgs, screen: Screen): Promise<Answer> {
  const eventId = screen.event.id;
  const file = parseFile(String(eventId), args.params.file ?? '');
  const media = file && (await args.context.app.feeds.media(eventId, file.key));
  const mayRead =
    media?.kind === 'photo' &&
    can(screen.actor, 'photo.read', {
      eventId: media.eventId,
      ownerId: media.ownerId,
      isHidden: media.isHidden,
    });
  const refusal = () => refuse(args, new DomainError('photo_not_found'));
  if (!file || !media || !mayRead) return refusal();
  return sendStoredImage(args, { file, media, audience: 'private', refuse: refusal });
}

/** The screens of the wall. The page on which a code is typed is a route. */
export const wall: Mounted[] = [
  { path: '/wall/:key', answer: forScreen(sendPage) },
  { path: '/wall/:key/state', answer: forScreen(sendState) },
  { path: '/wall/:key/changes', answer: forScreen(answerWallChanges) },
  { path: '/wall/:key/photos/:file', answer: forScreen(sendPhoto) },
];
