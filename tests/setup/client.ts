import { randomInt } from 'node:crypto';
import { CookieJar } from './cookie-jar';

/** The server's answer. The test chooses the type of `json`, so check its shape before trusting it. */
export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The body as text, decoded when it is first used. */
  readonly text: string;
  /** The parsed body; null if it is not JSON, or not sent as such. */
  json: T;
}

/** How a request differs from a plain one. */
export interface RequestOptions {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form of text fields. */
  fields?: Record<string, string>;
  /** Any other body; a FormData is sent as multipart. */
  body?: BodyInit;
  headers?: Record<string, string>;
  /** Aborts the request before it is answered. */
  signal?: AbortSignal;
}

/**
 * A person's browser without scripts: it stores cookies and follows no redirects by itself. Each has its own
 * IP address, as the proxy in front would report it, so that failures are counted separately; with null it
 * reports none.
 */
export class Client {
  /** What all answers of calls are compared with; set by tests/api/contract-setup.ts. */
  static contract: ((method: string, path: string, answer: Answer) => void) | null = null;
  readonly cookies = new CookieJar();
  #daysAgo = 0;

  constructor(
    readonly origin: string,
    readonly address: string | null = randomAddress(),
  ) {}

  /** Sets the language of the answers from now on. */
  speak(language: string): this {
    this.cookies.take([`preferred_language=${language}`]);
    return this;
  }

  /** Its requests are answered as they would have been this many days ago (tests/setup/days-ago.mjs). */
  wasHere(daysAgo: number): this {
    this.#daysAgo = daysAgo;
    return this;
  }

  get isFromThePast(): boolean {
    return this.#daysAgo > 0;
  }

  get<T = unknown>(path: string, headers?: Record<string, string>): Promise<Answer<T>> {
    return this.request('GET', path, { headers });
  }

  /** A POST of JSON. */
  post<T = unknown>(path: string, json: unknown = {}): Promise<Answer<T>> {
    return this.request('POST', path, { json });
  }

  /** A POST like that of a form without scripts. */
  submit(path: string, fields: Record<string, string>): Promise<Answer> {
    return this.request('POST', path, { fields });
  }

  delete<T = unknown>(path: string): Promise<Answer<T>> {
    return this.request('DELETE', path);
  }

  async request<T = unknown>(
    method: string,
    path: string,
    { json, fields, body, headers, signal }: RequestOptions = {},
  ): Promise<Answer<T>> {
    const all = new Headers();
    if (this.address !== null) all.set('X-Forwarded-For', this.address);
    if (this.#daysAgo > 0) all.set('X-Test-Days-Ago', String(this.#daysAgo));
    const cookie = this.cookies.header();
    if (cookie) all.set('Cookie', cookie);
    if (json !== undefined) all.set('Content-Type', 'application/json');
    for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
    const response = await fetch(this.origin + path, {
      method,
      headers: all,
      redirect: 'manual',
      signal,
      body: json !== undefined ? JSON.stringify(json) : fields ? new URLSearchParams(fields) : body,
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    this.cookies.take(response.headers.getSetCookie());
    const { status, headers: received } = response;
    const answer: Answer<T> = {
      status,
      headers: received,
      bytes,
      get text() {
        return bytes.toString('utf8');
      },
      json: parse(received, bytes),
    };
    if (path.startsWith('/api/')) Client.contract?.(method, path, answer);
    return answer;
  }
}

function parse<T>(headers: Headers, bytes: Buffer): T {
  if (!headers.get('Content-Type')?.includes('json')) return null as T;
  try {
    return JSON.parse(bytes.toString('utf8')) as T;
  } catch {
    return null as T;
  }
}

function randomAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
