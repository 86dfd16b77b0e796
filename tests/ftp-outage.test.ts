import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FtpOutage } from '~/services/storage/ftp-connection.server';
import { read, write } from './setup/ftp-calls';
import { withFtpServer } from './setup/ftp-drivers';
import { startFtpServer, type FtpServer } from './setup/ftp-server';

const ftp = withFtpServer();
const { driverOf } = ftp;

const outage = (during: FtpOutage['during']) =>
  expect.objectContaining({ name: 'FtpOutage', during });

describe('an outage', () => {
  it('is a silent server, for everybody who waits, at once', async () => {
    const driver = driverOf({}, { silence: 2000 });
    await write(driver, '9:a.webp', 'a');
    ftp.relay.silence();
    const calls = ['b', 'c', 'd'].map((name) => write(driver, `9:${name}.webp`, name));
    const answers = await Promise.allSettled(calls);
    const reasons = answers.map((answer) => answer.status === 'rejected' && answer.reason);
    expect(reasons[0]).toEqual(outage('work'));
    expect(new Set(reasons).size).toBe(1);
    expect(ftp.relay.connections).toBe(1);
    await write(driver, '9:b.webp', 'b');
    expect(ftp.relay.connections).toBe(2);
  });

  it('is work that never ends', async () => {
    const driver = driverOf({}, { work: 100 });
    await driver.signIn();
    ftp.relay.silence();
    await expect(write(driver, '9:a.webp', 'a')).rejects.toEqual(outage('work'));
  });

  it('is a wrong password, which is not tried twice', async () => {
    const driver = driverOf({ password: 'wrong' });
    await expect(write(driver, '9:a.webp', 'a')).rejects.toEqual(outage('sign_in'));
    expect(ftp.relay.connections).toBe(1);
  });

  it('is a server killed while idle, until it is back', async () => {
    const own = await startFtpServer();
    try {
      const driver = driverOf({ port: own.port });
      await write(driver, '9:a.webp', 'a');
      await own.kill();
      await expect(write(driver, '9:b.webp', 'b')).rejects.toEqual(outage('connect'));
      await expect(read(driver, '9:a.webp')).rejects.toEqual(outage('connect'));
      await own.start();
      await write(driver, '9:b.webp', 'b');
      expect(await read(driver, '9:a.webp')).toBe('a');
    } finally {
      await own.clean();
    }
  });

  it('is a server killed during an upload, which the next try replaces', async () => {
    // The server takes a second for each megabyte, so that the upload is certainly in progress.
    const own = await startFtpServer({ settings: { anon_max_rate: 1_000_000 } });
    const file = join(own.folder, '9/large.webp');
    try {
      const driver = driverOf({ port: own.port });
      const upload = write(driver, '9:large.webp', Buffer.alloc(20_000_000));
      const failure = expect(upload).rejects.toBeInstanceOf(FtpOutage);
      await expect.poll(async () => (await stat(file).catch(() => null))?.size).toBeGreaterThan(0);
      await own.kill();
      await failure;
      expect((await stat(file)).size).toBeLessThan(20_000_000);
      await own.start();
      await write(driver, '9:large.webp', 'whole');
      expect(await readFile(file, 'utf8')).toBe('whole');
    } finally {
      await own.clean();
    }
  });
});

describe('over TLS', () => {
  let secure: FtpServer;
  beforeAll(async () => {
    secure = await startFtpServer({ tls: 'required' });
  });
  afterAll(() => secure.clean());

  it('an invalid certificate is refused', async () => {
    const driver = driverOf({ ...secure.access(), tls: undefined });
    await expect(driver.signIn()).rejects.toEqual(outage('connect'));
    await expect(driver.signIn()).rejects.toThrow('self-signed certificate');
  });

  it('nothing is sent to a server that does not offer it', async () => {
    const said: string[] = [];
    ftp.relay.tamper = (answer) => {
      said.push(answer);
      return answer;
    };
    await expect(driverOf({ secure: true }).signIn()).rejects.toEqual(outage('connect'));
    // The welcome and the refusal of TLS.
    expect(said).toHaveLength(2);
  });

  it('a handshake that never comes is given up', async () => {
    ftp.relay.tamper = (said) => {
      if (!said.startsWith('530')) return said;
      ftp.relay.silence();
      return '234 Go on.\r\n';
    };
    const driver = driverOf({ secure: true }, { silence: 2000 });
    await expect(driver.signIn()).rejects.toThrow('Timeout after');
  });

  it('works after a restart of the server', async () => {
    const driver = driverOf(secure.access());
    await write(driver, '9:a.webp', 'a');
    await secure.kill();
    await secure.start();
    expect(await read(driver, '9:a.webp')).toBe('a');
    await write(driver, '9:b.webp', 'b');
  });
});
