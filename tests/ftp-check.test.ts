import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FtpCheckError, tryOutFtp, type FtpSettings } from '~/services/storage/ftp-check.server';
import { makeCertificate } from './setup/certificate';
import { serve, serveFolder, type FileServer } from './setup/file-server';
import { FTP_PASSWORD, FTP_USER, startFtpServer, type FtpServer } from './setup/ftp-server';
import { startRelay, type Relay } from './setup/relay';
import { freePort } from './setup/server';

let plain: FtpServer;
let offering: FtpServer;
let requiring: FtpServer;
const webs: FileServer[] = [];
const relays: Relay[] = [];
beforeAll(async () => {
  [plain, offering, requiring] = await Promise.all([
    startFtpServer(),
    startFtpServer({ tls: 'offered' }),
    startFtpServer({ tls: 'required' }),
  ]);
});
afterEach(async () => {
  await Promise.all([...webs.splice(0), ...relays.splice(0)].map((one) => one.stop()));
});
afterAll(() => Promise.all([plain, offering, requiring].map((server) => server.clean())));

/** Valid settings, with a web server that serves the FTP server's root. */
async function settingsOf(server: FtpServer, more: Partial<FtpSettings> = {}) {
  const web = await opened(serveFolder(join(server.folder, '..')));
  return {
    host: `127.0.0.1:${server.port}`,
    user: FTP_USER,
    password: FTP_PASSWORD,
    directory: '/upload',
    baseUrl: web.origin,
    ...more,
  };
}

async function opened(starting: Promise<FileServer>): Promise<FileServer> {
  const web = await starting;
  webs.push(web);
  return web;
}

async function relayTo(server: FtpServer, tamper?: Relay['tamper']): Promise<Relay> {
  const relay = await startRelay(server.port);
  relay.tamper = tamper;
  relays.push(relay);
  return relay;
}

/** The step that failed and why. */
async function failureOf(...args: Parameters<typeof tryOutFtp>): Promise<[string, string]> {
  const error = await tryOutFtp(...args).catch((reason: unknown) => reason);
  if (!(error instanceof FtpCheckError)) throw new Error(`no failure: ${String(error)}`);
  return [error.step, error.reason];
}

/** The files below the server's folder. */
async function filesOf(server: FtpServer): Promise<string[]> {
  const entries = await readdir(server.folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('a server that does everything right', () => {
  it('is tested and left as it was, and the detected settings are returned', async () => {
    expect(await tryOutFtp(await settingsOf(plain))).toEqual({
      host: '127.0.0.1',
      port: plain.port,
      secure: false,
      user: FTP_USER,
      password: FTP_PASSWORD,
      directory: '/upload',
    });
    expect(await filesOf(plain)).toEqual([]);
  });

  it('gets the missing folder, below the one after signing in', async () => {
    const directory = 'upload/Fêtes d’été/2026';
    const access = await tryOutFtp(await settingsOf(plain, { directory }));
    expect(access.directory).toBe(directory);
    expect(await readdir(join(plain.folder, 'Fêtes d’été'))).toEqual(['2026']);
  });

  it('may answer through redirects', async () => {
    const settings = await settingsOf(plain);
    const moved = await opened(
      serve(({ url }, response) => {
        response.writeHead(302, { Location: `${settings.baseUrl}${url}` }).end('moved');
      }),
    );
    await expect(tryOutFtp({ ...settings, baseUrl: moved.origin })).resolves.toBeDefined();
  });
});

describe('TLS', () => {
  it('is used if the server offers or requires it', async () => {
    for (const server of [offering, requiring]) {
      const access = await tryOutFtp(await settingsOf(server), { tls: { ca: server.ca } });
      expect(access).toMatchObject({ secure: true });
      // The caller that stores it decides again what to trust.
      expect(access).not.toHaveProperty('tls');
    }
  });

  it('is not replaced by plain FTP because of an invalid certificate', async () => {
    const failure = await failureOf(await settingsOf(offering));
    expect(failure).toEqual(['connect', 'self-signed certificate']);
  });

  it('is not used if the administrator says so', async () => {
    const host = `ftp://127.0.0.1:${offering.port}`;
    expect(await tryOutFtp(await settingsOf(offering, { host }))).toMatchObject({ secure: false });
  });

  it('cannot be left out if the server requires it', async () => {
    const host = `ftp://127.0.0.1:${requiring.port}`;
    const [step, reason] = await failureOf(await settingsOf(requiring, { host }));
    expect([step, reason]).toEqual(['sign_in', expect.stringContaining('must use encryption')]);
  });

  it('cannot be required of a server without it', async () => {
    const host = `ftps://127.0.0.1:${plain.port}`;
    const [step, reason] = await failureOf(await settingsOf(plain, { host }));
    expect([step, reason]).toEqual(['connect', expect.stringMatching(/^530 /)]);
  });

  it.each([500, 502, 504, 530, 534])('is not offered by a server that answers %i', async (code) => {
    const relay = await relayTo(plain, (said) =>
      said.replace(/^530 Please login.*/, `${code} No TLS here.`),
    );
    const settings = await settingsOf(plain, { host: `127.0.0.1:${relay.port}` });
    expect(await tryOutFtp(settings)).toMatchObject({ secure: false });
  });

  it.each([421, 431])(
    'may be offered by a server that answers %i, so nothing is sent unencrypted',
    async (code) => {
      const relay = await relayTo(plain, (said) =>
        said.replace(/^530 Please login.*/, `${code} Not now.`),
      );
      const settings = await settingsOf(plain, { host: `127.0.0.1:${relay.port}` });
      expect(await failureOf(settings)).toEqual(['connect', expect.stringContaining(`${code}`)]);
      expect(relay.connections).toBe(1);
    },
  );
});

describe('connecting and signing in', () => {
  it('fails if nobody listens', async () => {
    const settings = await settingsOf(plain, { host: `127.0.0.1:${await freePort()}` });
    expect(await failureOf(settings)).toEqual(['connect', expect.stringContaining('ECONNREFUSED')]);
  });

  it('fails for an invalid host', async () => {
    const settings = await settingsOf(plain, { host: 'https://127.0.0.1/ftp' });
    expect((await failureOf(settings))[0]).toBe('connect');
  });

  it('fails with a silent server', async () => {
    const silent = await relayTo(plain, () => '');
    const settings = await settingsOf(plain, { host: `127.0.0.1:${silent.port}` });
    const failure = await failureOf(settings, { limitMs: 300 });
    expect(failure).toEqual(['connect', expect.stringContaining('Timeout')]);
  });

  it('fails with a wrong password', async () => {
    const [step, reason] = await failureOf(await settingsOf(plain, { password: 'wrong' }));
    expect([step, reason]).toEqual(['sign_in', '530 Login incorrect.']);
  });

  it('reports neither user name nor password, even if the server does', async () => {
    const secrets = { user: 'bob', password: 'tiger' };
    const relay = await relayTo(plain, (said) => said.replace(/^530.*/, '530 bob, not tiger\r\n'));
    const settings = await settingsOf(plain, {
      ...secrets,
      host: `ftp://127.0.0.1:${relay.port}`,
    });
    expect(await failureOf(settings)).toEqual(['sign_in', '530 ***, not ***']);
  });
});

describe('the directory', () => {
  it('cannot be a file', async () => {
    await writeFile(join(plain.folder, 'file'), '');
    const settings = await settingsOf(plain, { directory: '/upload/file' });
    expect(await failureOf(settings)).toEqual(['directory', expect.stringMatching(/^550 /)]);
    await rm(join(plain.folder, 'file'));
  });

  it('cannot be created everywhere', async () => {
    const settings = await settingsOf(plain, { directory: '/elsewhere' });
    expect(await failureOf(settings)).toEqual(['directory', expect.stringMatching(/^550 /)]);
  });

  it('must be writable', async () => {
    await mkdir(join(plain.folder, 'mine'), { mode: 0o755 });
    const settings = await settingsOf(plain, { directory: '/upload/mine' });
    expect(await failureOf(settings)).toEqual(['write', expect.stringMatching(/^55\d /)]);
  });

  it('must allow removing files', async () => {
    const keeping = await startFtpServer({ settings: { cmds_denied: 'DELE' } });
    try {
      const failure = await failureOf(await settingsOf(keeping));
      expect(failure).toEqual(['delete', '550 Permission denied.']);
    } finally {
      await keeping.clean();
    }
  });
});

describe('the base URL', () => {
  afterEach(async () => {
    // Whatever went wrong, nothing is left behind.
    expect(await filesOf(plain)).toEqual([]);
  });

  it('must lead to the files', async () => {
    const settings = await settingsOf(plain);
    const failure = await failureOf({ ...settings, baseUrl: `${settings.baseUrl}/other` });
    expect(failure).toEqual([
      'read',
      expect.stringMatching(/\/other\/upload\/checks\/[\da-f]+\.txt: 404 Not Found$/),
    ]);
  });

  it('must lead to the same files, and its content is not revealed', async () => {
    const other = await opened(serve((_request, response) => response.end('internal affairs')));
    const [step, reason] = await failureOf(await settingsOf(plain, { baseUrl: other.origin }));
    expect(step).toBe('read');
    expect(reason).not.toContain('internal');
  });

  it('may not be one where nobody listens', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const failure = await failureOf(await settingsOf(plain, { baseUrl }));
    expect(failure).toEqual(['read', expect.stringContaining('ECONNREFUSED')]);
  });

  it('must have a certificate that browsers accept', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'snapodium-certificate-'));
    const web = await opened(serveFolder(join(plain.folder, '..'), await makeCertificate(folder)));
    const failure = await failureOf(await settingsOf(plain, { baseUrl: web.origin }));
    expect(failure).toEqual(['read', 'self-signed certificate']);
    await rm(folder, { recursive: true });
  });

  it.each(['data:text/plain,', 'file:///etc', 'ftp://127.0.0.1', 'http://bob:tiger@127.0.0.1'])(
    'cannot be %s',
    async (baseUrl) => {
      const failure = await failureOf(await settingsOf(plain, { baseUrl }));
      expect(failure).toEqual(['read', 'not an http or https address']);
    },
  );

  it.each(['file:///etc/passwd', 'data:text/plain,x', 'ftp://127.0.0.1/'])(
    'may not redirect to %s',
    async (Location) => {
      const web = await opened(
        serve((_request, response) => response.writeHead(302, { Location }).end()),
      );
      const failure = await failureOf(await settingsOf(plain, { baseUrl: web.origin }));
      expect(failure).toEqual(['read', 'URL scheme must be a HTTP(S) scheme']);
    },
  );

  it('is given up if its answer never ends', async () => {
    const web = await opened(
      serve((_request, response) => {
        const pour = () => {
          while (response.write('x'.repeat(10_000)));
        };
        response.on('drain', pour);
        pour();
      }),
    );
    const failure = await failureOf(await settingsOf(plain, { baseUrl: web.origin }));
    expect(failure).toEqual(['read', expect.stringContaining('not the file')]);
  });

  it.each([
    ['answer', () => undefined],
    ['end', (response: ServerResponse) => response.write('x')],
  ])('has to %s in time, and is closed otherwise', async (_name, begin) => {
    let close: (() => void) | undefined;
    const isClosed = new Promise<void>((resolve) => (close = resolve));
    const web = await opened(
      serve(({ socket }, response) => {
        socket.once('close', () => close?.());
        begin(response);
      }),
    );
    const settings = await settingsOf(plain, { baseUrl: web.origin });
    expect((await failureOf(settings, { limitMs: 2000 }))[0]).toBe('read');
    await isClosed;
  });
});
