import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A mail server on the loopback interface that accepts everything and delivers nothing. */
export interface SmtpServer {
  url: string;
  /** The mails it received, unchanged, newest last. */
  readonly mails: string[];
  stop(): Promise<void>;
}

/**
 * Starts a server with as much SMTP as sending a mail needs.
 * @param passwords those that it accepts, of any user; without them nobody has to sign in
 */
export async function startSmtpServer(passwords?: ReadonlySet<string>): Promise<SmtpServer> {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let isData = false;
    let isSignedIn = passwords === undefined;
    let text = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 localhost');
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      for (;;) {
        const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const piece = text.slice(0, end);
        text = text.slice(end + (isData ? 5 : 2));
        if (isData) {
          mails.push(decode(piece));
          isData = false;
          say('250 taken');
        } else if (/^DATA/i.test(piece)) {
          isData = true;
          say('354 go on');
        } else if (/^QUIT/i.test(piece)) {
          say('221 bye');
          socket.end();
        } else if (passwords && /^EHLO/i.test(piece)) say('250-localhost\r\n250 AUTH PLAIN');
        else if (/^AUTH PLAIN /i.test(piece)) {
          const [, , password = ''] = Buffer.from(piece.slice(11), 'base64').toString().split('\0');
          isSignedIn = passwords?.has(password) ?? false;
          say(isSignedIn ? '235 welcome' : '535 wrong password');
        } else say(isSignedIn ? '250 localhost' : '530 sign in first');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Decodes quoted-printable, in which mails with non-ASCII letters are sent. */
function decode(mail: string): string {
  if (!/quoted-printable/i.test(mail)) return mail;
  return mail
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
