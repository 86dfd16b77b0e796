import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

// Requests as bytes on a socket, because every client library refuses to send half of them.

/** A request, byte for byte. */
export interface Sent {
  method: string;
  /** What is between the method and the version: usually a path with its query. */
  target: string;
  version: string;
  headers: [name: string, value: string][];
  /** Null for none. Its length is sent unless the headers contain one already. */
  body: Buffer | null;
  /** Sent in pieces that each state their length. */
  isChunked?: boolean;
  /** The sender disconnects after this many bytes of the body. */
  cutAt?: number;
}

/** The answer. */
export interface Received {
  status: number;
  /** Names are lower-case; of several with one name, all. */
  headers: Map<string, string[]>;
  /** Without its encodings. */
  body: Buffer;
  /** From the last byte that was sent to the last that was read. */
  ms: number;
}

/** Long enough to mean that something hangs, and not that the machine is busy. */
const PATIENCE_MS = 20_000;
/** How long a disconnecting sender still listens. */
const LINGER_MS = 100;

/**
 * Sends a request on a new connection.
 * @returns null if the server closed without an answer, or the sender left before one came
 * @throws Error if nothing arrives in time, or the answer is not HTTP
 */
export function exchange(port: number, request: Sent): Promise<Received | null> {
  const { head, body } = bytesOf(request);
  const isCut = request.cutAt !== undefined;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sentAt = performance.now();
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const patience = setTimeout(
      () => {
        socket.destroy();
        if (isCut) settle();
        else reject(new Error(`no answer within ${PATIENCE_MS} ms`));
      },
      isCut ? LINGER_MS : PATIENCE_MS,
    );
    const settle = () => {
      clearTimeout(patience);
      socket.destroy();
      try {
        const answer = parse(Buffer.concat(chunks), request.method);
        const isBroken = !answer.isWhole && !answer.endsWithConnection;
        if (isBroken && !isCut && chunks.length > 0) {
          throw new Error('the answer breaks off');
        }
        const ms = performance.now() - sentAt;
        if (!answer.value) return resolve(null);
        const { headers, body } = answer.value;
        const isPart = isBroken || (isCut && !answer.isWhole);
        resolve({ ...answer.value, body: isPart ? body : decode(body, headers), ms });
      } catch (error) {
        reject(error as Error);
      }
    };
    let held = 0;
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      held += chunk.length;
      // Checking a long answer again for each of its pieces would take longer than the answer.
      if (held < 1e6 && isWhole(Buffer.concat(chunks), request.method)) settle();
    });
    socket.on('close', settle);
    // A server that refuses may close while there is still something to send; its answer counts.
    socket.on('error', () => undefined);
    socket.write(head);
    socket.write(body, () => (sentAt = performance.now()));
  });
}

function bytesOf(request: Sent): { head: Buffer; body: Buffer } {
  const { method, target, version, body, isChunked, cutAt } = request;
  const headers = [...request.headers];
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  if (isChunked) headers.push(['Transfer-Encoding', 'chunked']);
  else if (body && !names.has('content-length') && !names.has('transfer-encoding')) {
    headers.push(['Content-Length', String(body.length)]);
  }
  if (!names.has('connection')) headers.push(['Connection', 'close']);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n`);
  const whole = isChunked ? inChunks(body ?? Buffer.alloc(0)) : (body ?? Buffer.alloc(0));
  return { head, body: cutAt === undefined ? whole : whole.subarray(0, cutAt) };
}

function inChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += 1000) {
    const part = body.subarray(at, at + 1000);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

interface Parsed {
  value: Omit<Received, 'ms'> | null;
  isWhole: boolean;
  /** It states no length, so the end of the connection is its end. */
  endsWithConnection?: boolean;
}

/** Whether nothing more will arrive: the answer is complete, or is not one anyway. */
function isWhole(bytes: Buffer, method: string): boolean {
  try {
    return parse(bytes, method).isWhole;
  } catch {
    return true;
  }
}

/** Parses what has arrived so far. */
function parse(bytes: Buffer, method: string): Parsed {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) {
    if (bytes.length > 0 && !/^H/.test(bytes.toString('latin1'))) throw new Error('no HTTP');
    return { value: null, isWhole: false };
  }
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (!status) throw new Error(`no HTTP: ${first.slice(0, 100)}`);
  const rest = bytes.subarray(end + 4);
  if (status === 100) return parse(rest, method);
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  const length = headers.get('content-length')?.[0];
  if (method === 'HEAD' || status === 204 || status === 304) {
    return { value: { status, headers, body: Buffer.alloc(0) }, isWhole: true };
  }
  // A stream has no end: its beginning is the answer.
  if (headers.get('content-type')?.[0]?.startsWith('text/event-stream')) {
    return { value: { status, headers, body: Buffer.alloc(0) }, isWhole: true };
  }
  if (headers.get('transfer-encoding')?.[0] === 'chunked') {
    const { body, isWhole } = dechunk(rest);
    return { value: { status, headers, body }, isWhole };
  }
  const isWhole = length !== undefined && rest.length >= Number(length);
  const endsWithConnection = length === undefined;
  return { value: { status, headers, body: rest }, isWhole, endsWithConnection };
}

function dechunk(bytes: Buffer): { body: Buffer; isWhole: boolean } {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return { body: Buffer.concat(parts), isWhole: false };
    const size = parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    if (size === 0) return { body: Buffer.concat(parts), isWhole: bytes.length >= line + 4 };
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 4 + size;
    if (at > bytes.length) return { body: Buffer.concat(parts), isWhole: false };
  }
}

function decode(body: Buffer, headers: Received['headers']): Buffer {
  switch (headers.get('content-encoding')?.[0]) {
    case 'gzip':
      return gunzipSync(body);
    case 'br':
      return brotliDecompressSync(body);
    case 'deflate':
      return inflateSync(body);
    default:
      return body;
  }
}

/** A command line that sends about the same; long and binary parts are in base64, or cut. */
export function commandFor(origin: string, request: Sent): string {
  const { method, target, headers, body, isChunked, cutAt, version } = request;
  const quote = (text: string) => `$'${escape(text)}'`;
  const parts = [
    `curl --path-as-is --http${version} -X ${quote(method)} --request-target ${quote(target)}`,
    origin,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(isChunked ? [`-H 'Transfer-Encoding: chunked'`] : []),
    ...(body ? [`--data-binary ${quote(shown(body))}`] : []),
  ];
  return `${parts.join(' ')}${cutAt === undefined ? '' : ` # cut after ${cutAt} bytes of the body`}`;
}

const SHOWN_BYTES = 2000;

function shown(body: Buffer): string {
  const isText = Buffer.from(body.toString('utf8')).equals(body);
  const text = isText ? body.toString('utf8') : `base64:${body.toString('base64')}`;
  return text.length > SHOWN_BYTES
    ? `${text.slice(0, SHOWN_BYTES)}…(${body.length} bytes in all)`
    : text;
}

function escape(text: string): string {
  const long =
    text.length > SHOWN_BYTES + 100
      ? `${text.slice(0, SHOWN_BYTES)}…(${text.length} characters)`
      : text;
  return long.replace(
    // Control characters, quotes and backslashes as a shell reads them.
    // eslint-disable-next-line no-control-regex
    /[\u0000-\u001f\u007f'\\]/g,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
