import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FTPError } from 'basic-ftp';
import { describe, expect, it } from 'vitest';
import { FtpOutage } from '~/services/storage/ftp-connection.server';
import { isFtpOutage } from '~/services/storage/ftp-driver.server';
import { read, remove, write } from './setup/ftp-calls';
import { withFtpServer } from './setup/ftp-drivers';
import { startFtpServer } from './setup/ftp-server';
import { startRelay } from './setup/relay';

const ftp = withFtpServer();
const { driverOf } = ftp;

describe('the folder', () => {
  it('is created if it is missing, whatever its name', async () => {
    const driver = driverOf({ directory: '/upload/Fêtes d’été/2026 (a) [b]*' });
    await driver.makeFolder();
    await write(driver, '7:a.webp', 'a');
    expect(
      await readFile(join(ftp.server.folder, 'Fêtes d’été/2026 (a) [b]*/7/a.webp'), 'utf8'),
    ).toBe('a');
    expect(await read(driver, '7:a.webp')).toBe('a');
    expect(await driver.getKeys('', {})).toEqual(['7:a.webp']);
    await remove(driver, '7:a.webp');
    expect(await driver.hasItem('7:a.webp', {})).toBe(false);
  });

  it('may be below the one after signing in', async () => {
    const driver = driverOf({ directory: 'upload/below' });
    await write(driver, '7:a.webp', 'a');
    expect(await readdir(join(ftp.server.folder, 'below/7'))).toEqual(['a.webp']);
  });

  it('is created again if somebody has removed it', async () => {
    const driver = driverOf({ directory: '/upload/removed' });
    await write(driver, '7:a.webp', 'a');
    await rm(join(ftp.server.folder, 'removed'), { recursive: true });
    await write(driver, '7:b.webp', 'b');
    expect(await readdir(join(ftp.server.folder, 'removed/7'))).toEqual(['b.webp']);
    expect(ftp.relay.connections).toBe(1);
  });

  it('does not count as empty when it is gone', async () => {
    await expect(driverOf({ directory: '/upload/never' }).getKeys('', {})).rejects.toThrow('550');
  });
});

describe('a file', () => {
  it('replaces what a broken upload has left', async () => {
    await mkdir(join(ftp.server.folder, '7'), { recursive: true });
    await chmod(join(ftp.server.folder, '7'), 0o777);
    await writeFile(join(ftp.server.folder, '7/half.webp'), 'half of something longer', {
      mode: 0o666,
    });
    await chmod(join(ftp.server.folder, '7/half.webp'), 0o666);
    await write(driverOf(), '7:half.webp', 'whole');
    expect(await readFile(join(ftp.server.folder, '7/half.webp'), 'utf8')).toBe('whole');
  });

  it('may take longer than the limit of silence while it makes progress', async () => {
    // Three seconds, of which the machine's own buffers hide half a second at most.
    const slow = await startFtpServer({ settings: { anon_max_rate: 20_000_000 } });
    try {
      const driver = driverOf({ port: slow.port }, { silence: 1500 });
      await write(driver, '7:large.webp', Buffer.alloc(60_000_000));
      expect((await stat(join(slow.folder, '7/large.webp'))).size).toBe(60_000_000);
    } finally {
      await slow.clean();
    }
  }, 30_000);

  it('that may not be read is not missing', async () => {
    const driver = driverOf({ directory: '/upload/locked' });
    await write(driver, '7:a.webp', 'a');
    await chmod(join(ftp.server.folder, 'locked/7/a.webp'), 0);
    const error = await read(driver, '7:a.webp').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FTPError);
    expect(isFtpOutage(error)).toBe(false);
    expect(await read(driver, '7:b.webp')).toBeNull();
  });

  it('that may not be removed is not gone', async () => {
    const driver = driverOf({ directory: '/upload/kept' });
    await write(driver, '7:a.webp', 'a');
    await chmod(join(ftp.server.folder, 'kept/7'), 0o555);
    await expect(remove(driver, '7:a.webp')).rejects.toBeInstanceOf(FTPError);
    await expect(remove(driver, '7:b.webp')).resolves.toBeUndefined();
  });

  it('in a folder that may not be entered is not gone', async () => {
    const driver = driverOf({ directory: '/upload/shut' });
    await write(driver, '7:a.webp', 'a');
    await chmod(join(ftp.server.folder, 'shut/7'), 0);
    await expect(read(driver, '7:a.webp')).rejects.toBeInstanceOf(FTPError);
    await expect(remove(driver, '7:a.webp')).rejects.toBeInstanceOf(FTPError);
    expect(await read(driver, '8:a.webp')).toBeNull();
  });

  it('is looked up in its folder if the server reports no sizes', async () => {
    const driver = driverOf({ directory: '/upload/sizeless' });
    await write(driver, '7:a.webp', 'a');
    ftp.relay.tamper = (said) =>
      said.replace(/^(213|550 Could not get file size).*\r\n/, '502 No\r\n');
    expect(await driver.hasItem('7:a.webp', {})).toBe(true);
    expect(await driver.hasItem('7:b.webp', {})).toBe(false);
    expect(await driver.hasItem('8:a.webp', {})).toBe(false);
  });
});

describe('the connection', () => {
  it('handles one call after the other, with one connection for writing and one for reading', async () => {
    const driver = driverOf();
    const keys = ['a', 'b', 'c', 'd'].map((name) => `9:${name}.webp`);
    await Promise.all(keys.map((key) => write(driver, key, key)));
    expect(await Promise.all(keys.map((key) => read(driver, key)))).toEqual(keys);
    expect(ftp.relay.connections).toBe(2);
  });

  it('for reading does not block the one for writing', async () => {
    const driver = driverOf();
    await write(driver, '9:a.webp', 'a');
    ftp.relay.cut();
    await read(driver, '9:a.webp');
    ftp.relay.silence();
    const reading = read(driver, '9:a.webp');
    await write(driver, '9:b.webp', 'b');
    ftp.relay.cut();
    expect(await reading).toBe('a');
  });

  it('is made again after it was cut', async () => {
    const driver = driverOf();
    await write(driver, '9:a.webp', 'a');
    ftp.relay.cut();
    await write(driver, '9:a.webp', 'again');
    expect(await read(driver, '9:a.webp')).toBe('again');
  });

  it('is made again after the server has closed it for being idle', async () => {
    const hasty = await startFtpServer({ settings: { idle_session_timeout: 1 } });
    const wire = await startRelay(hasty.port);
    try {
      const driver = driverOf({ port: wire.port });
      await write(driver, '9:a.webp', 'a');
      await wire.untilUnused();
      await write(driver, '9:b.webp', 'b');
      expect(wire.connections).toBe(2);
    } finally {
      await wire.stop();
      await hasty.clean();
    }
  });

  it.each(['421 Timeout.', '425 No data connection.', '426 Broken.'])(
    'is made again after %s',
    async (answer) => {
      const driver = driverOf();
      let isFirst = true;
      ftp.relay.tamper = (said) => {
        if (!isFirst || !said.includes('226 ')) return said;
        isFirst = false;
        return `${answer}\r\n`;
      };
      await write(driver, '9:a.webp', answer);
      expect(ftp.relay.connections).toBe(2);
      expect(await read(driver, '9:a.webp')).toBe(answer);
    },
  );

  it('is closed when it is not used, and made again when it is', async () => {
    const driver = driverOf({}, { idle: 20 });
    await write(driver, '9:a.webp', 'a');
    await ftp.relay.untilUnused();
    expect(await read(driver, '9:a.webp')).toBe('a');
    await ftp.relay.untilUnused();
  });

  it('is closed permanently by dispose()', async () => {
    const driver = driverOf();
    await write(driver, '9:a.webp', 'a');
    await read(driver, '9:a.webp');
    driver.dispose();
    await ftp.relay.untilUnused();
    await expect(read(driver, '9:a.webp')).rejects.toBeInstanceOf(FtpOutage);
    expect(ftp.relay.connections).toBe(2);
  });
});
