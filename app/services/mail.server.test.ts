import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMailer } from './mail.server';

let server: Server | undefined;
afterEach(() => void server?.close());

/** A mail server that accepts everything; `lines` collects what it receives. */
async function startMailServer(): Promise<{ url: string; lines: string[] }> {
  const lines: string[] = [];
  server = createServer((socket) => {
    let isBody = false;
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n')) {
        lines.push(line);
        if (isBody) {
          if (line === '.') {
            isBody = false;
            socket.write('250 taken\r\n');
          }
        } else if (line === 'DATA') {
          isBody = true;
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else if (line) socket.write('250 ok\r\n');
      }
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, lines };
}

describe('the mailer', () => {
  it('does not exist if no server is configured', () => {
    expect(createMailer({})).toBeNull();
    expect(createMailer({ url: 'smtp://localhost' })).toBeNull();
  });

  it('hands a mail to the server', async () => {
    const { url, lines } = await startMailServer();
    const mailer = createMailer({ url, from: 'Snapodium <party@example.com>' });
    await mailer?.send({ to: 'ines@example.com', subject: 'Fête', text: 'Voilà le lien' });
    expect(lines).toContain('MAIL FROM:<party@example.com>');
    expect(lines).toContain('RCPT TO:<ines@example.com>');
    expect(lines.join('\n')).toContain('Subject: =?UTF-8?');
  });

  it('sends to one address, whatever the address contains', async () => {
    const { url, lines } = await startMailServer();
    const mailer = createMailer({ url, from: 'party@example.com' });
    const to = 'ines@example.com, spy@example.com\r\nBcc: spy@example.com';
    await mailer
      ?.send({ to, subject: 'x\r\nBcc: spy@example.com', text: 'x' })
      .catch(() => undefined);
    expect(lines.filter((line) => line.startsWith('RCPT TO')).length).toBeLessThanOrEqual(1);
    expect(lines.filter((line) => /^Bcc:/i.test(line))).toEqual([]);
  });

  it('fails if the server does not accept the mail', async () => {
    const { url } = await startMailServer();
    server?.close();
    const mailer = createMailer({ url: url.replace(/\d+$/, '1'), from: 'party@example.com' });
    await expect(mailer?.send({ to: 'a@example.com', subject: 'x', text: 'x' })).rejects.toThrow();
  });
});
