import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FtpAccess } from '~/services/storage/ftp-driver.server';
import { makeCertificate } from './certificate';
import { freePort } from './server';

/** The user name of the test server's only account. */
export const FTP_USER = 'anonymous';
export const FTP_PASSWORD = 'a.party@example.com';

/** A real vsftpd on the loopback interface, with one account. */
export interface FtpServer {
  port: number;
  /** The content of `/upload`, the only writable folder. */
  folder: string;
  /** The certificate to trust, if it supports TLS. */
  ca?: string;
  /** How to reach it, by default in `/upload`. */
  access(more?: Partial<FtpAccess>): FtpAccess;
  start(): Promise<void>;
  /** Kills it during whatever it does, with all connections. */
  kill(): Promise<void>;
  /** Stops it and removes its folder. */
  clean(): Promise<void>;
}

/**
 * Starts the packaged vsftpd with our settings. The account is the anonymous one, whose password comes from a
 * list, so this needs no user on the machine.
 * @param options.tls 'required' refuses clients without encryption
 * @param options.settings further lines of vsftpd.conf
 */
export async function startFtpServer({
  tls,
  settings = {},
}: {
  tls?: 'offered' | 'required';
  settings?: Record<string, string | number>;
} = {}): Promise<FtpServer> {
  const home = await mkdtemp(join(tmpdir(), 'snapodium-ftp-'));
  const folder = join(home, 'root/upload');
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  await chmod(home, 0o755);
  // vsftpd refuses a writable root.
  await chmod(join(home, 'root'), 0o755);
  await chmod(folder, 0o777);
  await mkdir(join(home, 'empty'));
  await writeFile(join(home, 'passwords'), `${FTP_PASSWORD}\n`);
  const certificate = tls && (await makeCertificate(home));
  const lines = Object.entries({
    listen: 'YES',
    listen_address: '127.0.0.1',
    listen_port: port,
    background: 'NO',
    anonymous_enable: 'YES',
    local_enable: 'NO',
    secure_email_list_enable: 'YES',
    email_password_file: join(home, 'passwords'),
    delay_failed_login: 0,
    anon_root: join(home, 'root'),
    write_enable: 'YES',
    anon_upload_enable: 'YES',
    anon_mkdir_write_enable: 'YES',
    anon_other_write_enable: 'YES',
    anon_world_readable_only: 'NO',
    anon_umask: '022',
    seccomp_sandbox: 'NO',
    secure_chroot_dir: join(home, 'empty'),
    pasv_address: '127.0.0.1',
    xferlog_enable: 'NO',
    ...(certificate && {
      ssl_enable: 'YES',
      allow_anon_ssl: 'YES',
      force_anon_data_ssl: tls === 'required' ? 'YES' : 'NO',
      force_anon_logins_ssl: tls === 'required' ? 'YES' : 'NO',
      rsa_cert_file: certificate.cert,
      rsa_private_key_file: certificate.key,
      require_ssl_reuse: 'YES',
    }),
    ...settings,
  });
  const config = join(home, 'vsftpd.conf');
  await writeFile(config, lines.map(([name, value]) => `${name}=${value}\n`).join(''));

  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn('vsftpd', [config], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    const failure = new Promise<never>((_resolve, reject) => {
      child?.once('error', reject);
      child?.once('exit', () => reject(new Error(`vsftpd stopped: ${output}`)));
    });
    // Once it listens, its end is not a failure any more.
    failure.catch(() => undefined);
    await Promise.race([untilListening(port), failure]);
  };
  const kill = async () => {
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    // Each connection has its own process.
    for (const pid of await processesOf(config)) end(pid);
    await gone;
    child = undefined;
  };
  await start();
  const ca = certificate && (await readFile(certificate.cert, 'utf8'));
  return {
    port,
    folder,
    ca,
    access: (more) => ({
      host: '127.0.0.1',
      port,
      secure: tls !== undefined,
      ...(ca && { tls: { ca } }),
      user: FTP_USER,
      password: FTP_PASSWORD,
      directory: '/upload',
      ...more,
    }),
    start,
    kill,
    clean: async () => {
      await kill();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function processesOf(config: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const isOurs = async (pid: string) => {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return line.split('\0').includes(config);
  };
  const ours = await Promise.all(pids.map(isOurs));
  return pids.filter((_pid, index) => ours[index]).map(Number);
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It may have ended by itself since it was found.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
