import type { Language } from '~/i18n/languages';
import type { ErrorCode } from '~/models/errors';
import type { Answer, Client, RequestOptions } from '../../setup/client';
import { pageOf, type Page } from '../pages';
import type { Person } from '../party';
import type { Scene } from './scene';

/** How one error code is provoked, by call and on a screen. A text says why only the other one shows it. */
export interface Row {
  call: ((scene: Scene) => Promise<Answer>) | string;
  screen: Screen | string;
}

export interface Screen {
  show(scene: Scene, language: Language): Promise<Page>;
  /** The field that the page connects the text with; without one, the page announces the text. */
  at?: string;
  /** What was typed, and must still be in the fields. */
  keeps?: Record<string, string>;
  /** Whether the whole page is about it, so that nothing in it has to be announced. */
  isWhole?: boolean;
  /** The key of the text that the screen shows in place of the code's own. */
  says?: string;
}

export type Rows = Partial<Record<ErrorCode, Row>>;

/** Another way to provoke a code that has a row. */
export interface FurtherRow extends Row {
  code: ErrorCode;
  what: string;
}

/** Somebody of the scene. */
export type Who = (scene: Scene) => Client | Person | Promise<Client | Person>;
/** A value that may depend on the scene, because it holds an id. */
type Of<T> = T | ((scene: Scene) => T | Promise<T>);
/** A body of JSON, or one that depends on the scene. */
type Json = object | ((scene: Scene) => object | Promise<object>);

async function valueOf<T>(given: Of<T>, scene: Scene): Promise<T> {
  return typeof given === 'function' ? (given as (scene: Scene) => T | Promise<T>)(scene) : given;
}

async function clientOf(who: Who, scene: Scene): Promise<Client> {
  const found = await who(scene);
  return 'client' in found ? found.client : found;
}

/** A request without a body, or with JSON. */
export function call(who: Who, method: string, path: Of<string>, json?: Json) {
  return async (scene: Scene): Promise<Answer> => {
    const options =
      json === undefined ? {} : { json: await valueOf<object>(json as Of<object>, scene) };
    return (await clientOf(who, scene)).request(method, await valueOf(path, scene), options);
  };
}

/** A request with another body than JSON. */
export function sent(who: Who, method: string, path: Of<string>, options: Of<RequestOptions>) {
  return async (scene: Scene): Promise<Answer> =>
    (await clientOf(who, scene)).request(
      method,
      await valueOf(path, scene),
      await valueOf(options, scene),
    );
}

/** A page that is opened. */
export function page(who: Who, path: Of<string>, more: Omit<Screen, 'show'> = {}): Screen {
  return {
    ...more,
    show: async (scene, language) => {
      const at = await valueOf(path, scene);
      const client = (await clientOf(who, scene)).speak(language);
      return follow(client, at, await client.get(at, BROWSER));
    },
  };
}

/**
 * A form that is sent without scripts.
 * @param at the field with the error; what was typed must still be there, but for secrets
 */
export function form(
  who: Who,
  path: Of<string>,
  fields: Of<Record<string, string>>,
  { at, ...more }: Omit<Screen, 'show'> = {},
): Screen {
  const typed = typeof fields === 'function' ? {} : fields;
  const keeps = Object.entries(typed).filter(([name]) => !UNKEPT.test(name));
  return {
    at,
    keeps: at ? Object.fromEntries(keeps) : undefined,
    ...more,
    show: async (scene, language) => {
      const where = await valueOf(path, scene);
      const client = (await clientOf(who, scene)).speak(language);
      const options = { fields: await valueOf(fields, scene), headers: BROWSER };
      return follow(client, where, await client.request('POST', where, options));
    },
  };
}

/** A form with files, or a broken body, sent without scripts. */
export function upload(
  who: Who,
  path: Of<string>,
  options: Of<RequestOptions>,
  more: Omit<Screen, 'show'> = {},
): Screen {
  return {
    ...more,
    show: async (scene, language) => {
      const where = await valueOf(path, scene);
      const client = (await clientOf(who, scene)).speak(language);
      const given = await valueOf(options, scene);
      const headers = { ...BROWSER, ...given.headers };
      return follow(client, where, await client.request('POST', where, { ...given, headers }));
    },
  };
}

/** Buttons, and secrets, which no page sends back. */
const UNKEPT = /^intent$|password|^code$|^consent$|^leave$/i;

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function follow(client: Client, path: string, first: Answer): Promise<Page> {
  let [at, answer] = [path, first];
  for (let hops = 0; answer.status >= 300 && answer.status < 400 && hops < 5; hops += 1) {
    at = answer.headers.get('Location') ?? '';
    answer = await client.get(at, BROWSER);
  }
  return pageOf(at, answer);
}
