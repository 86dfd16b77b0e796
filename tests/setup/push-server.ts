import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a device's push service answers: with a status, never, or with a body that does not end. */
export type PushAnswer = 201 | 404 | 410 | 429 | 500 | 301 | 'hang' | 'flood';

/** What a push service has got for a device, decrypted with the device's keys. */
export interface PushMessage {
  text: string;
  ttl: number;
  topic: string;
  urgency: string;
}

/** A subscription as browsers write it. */
export interface PushSubscriptionJson {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A device with its subscription, and what was sent to it. */
export interface PushDevice {
  subscription: PushSubscriptionJson;
  readonly messages: PushMessage[];
  /** How often it was called, whatever it answered. */
  calls(): number;
  answerWith(answer: PushAnswer): void;
}

/** A push service on the loopback interface (RFC 8030), which reads its messages as devices do (RFC 8291). */
export interface PushServer {
  origin: string;
  /** Adds a device. Its messages must be signed (RFC 8292), with this key if one is given. */
  device(options?: { answer?: PushAnswer; publicKey?: string }): PushDevice;
  /** The largest number of calls that it has had at the same time. */
  most(): number;
  /** What was wrong with calls; empty if they were all right. */
  readonly faults: string[];
  stop(): Promise<void>;
}

/** A subscription at a push service that nobody calls, with the keys of a device. */
export function makeSubscription(endpoint: string) {
  const keys = createECDH('prime256v1');
  const p256dh = keys.generateKeys();
  const auth = randomBytes(16);
  const texts = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') };
  return { subscription: { endpoint, keys: texts }, secrets: { keys, p256dh, auth } };
}

type Receive = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

/** Starts a push service. */
export async function startPushServer(): Promise<PushServer> {
  const faults: string[] = [];
  const devices = new Map<string, Receive>();
  let running = 0;
  let most = 0;
  const server = createServer((request, response) => {
    most = Math.max(most, (running += 1));
    response.once('close', () => (running -= 1));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const receive = devices.get(request.url ?? '');
      if (receive) receive(request, Buffer.concat(chunks), response);
      else response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    faults,
    most: () => most,
    device({ answer: first = 201, publicKey } = {}) {
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      const { subscription, secrets } = makeSubscription(origin + path);
      const messages: PushMessage[] = [];
      let answer = first;
      let calls = 0;
      devices.set(path, (request, body, response) => {
        calls += 1;
        try {
          const { headers, method } = request;
          if (method !== 'POST') throw new Error(`a ${method}`);
          if (headers['content-encoding'] !== 'aes128gcm') throw new Error('another encoding');
          checkSignature(headers.authorization ?? '', { audience: origin, publicKey });
          const text = decrypt(body, secrets);
          if (answer === 201) {
            const { ttl, topic, urgency } = headers;
            messages.push({ text, ttl: Number(ttl), topic: `${topic}`, urgency: `${urgency}` });
          }
        } catch (error) {
          faults.push(String(error));
        }
        reply(response, answer);
      });
      return {
        subscription,
        messages,
        calls: () => calls,
        answerWith: (next) => (answer = next),
      };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function reply(response: ServerResponse, answer: PushAnswer): void {
  if (answer === 'hang') return;
  if (answer === 'flood') {
    response.writeHead(201);
    const flood = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', flood);
    return flood();
  }
  response.writeHead(answer, answer === 301 ? { Location: '/elsewhere' } : {}).end();
}

/** Throws unless a header has a token that its key has signed for this service, for a day at most. */
function checkSignature(
  authorization: string,
  { audience, publicKey }: { audience: string; publicKey?: string },
): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string;
    exp: number;
    sub: string;
  };
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  );
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('a wrong signature');
  if (publicKey && key !== publicKey) throw new Error('another key');
  if (said.aud !== audience) throw new Error(`for ${said.aud}`);
  if (!/^(mailto:|https:)/.test(said.sub)) throw new Error(`from ${said.sub}`);
  const now = Date.now() / 1000;
  if (said.exp < now || said.exp > now + 24 * 3600 + 60) throw new Error(`until ${said.exp}`);
}

/** Decrypts a message of one record (RFC 8188) as its device does (RFC 8291). */
function decrypt(
  body: Buffer,
  { keys, p256dh, auth }: { keys: ReturnType<typeof createECDH>; p256dh: Buffer; auth: Buffer },
): string {
  const salt = body.subarray(0, 16);
  const senderLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + senderLength);
  const sealed = body.subarray(21 + senderLength);
  const derive = (secret: Buffer, salted: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, length));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]);
  const secret = derive(keys.computeSecret(sender), auth, about, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
