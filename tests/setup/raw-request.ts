import { connect } from 'node:net';

/** The answer to bytes that no HTTP client would send. */
export interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

/**
 * Sends bytes unchanged, and reads until the server closes, or until it has answered and waited.
 * @param options.after sent once the first bytes of an answer have arrived
 */
export function sendRaw(origin: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setTimeout(20_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (isWhole(text)) socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', ...rest] = text.split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      resolve({ status, head, body: rest.join('\r\n\r\n') });
    });
    socket.write(bytes);
  });
}

/** A request line and headers, and nothing else. */
export function rawHead(line: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [line, ...lines, '', ''].join('\r\n');
}

/** Whether the body is as long as the answer's head says. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1];
  if (length !== undefined) return text.length - end - 4 >= Number(length);
  return /\r\n0\r\n\r\n$/.test(text) || / (204|304) /.test(text.slice(0, 15));
}
