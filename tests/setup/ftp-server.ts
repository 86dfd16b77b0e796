import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './server';

const run = promisify(execFile);

/** What the only account of the test server takes. */
export const FTP_USER = 'anonymous';
export const FTP_PASSWORD = 'a.party@example.com';

/** A real vsftpd on loopback, with one account. */
export interface FtpServer {
  port: number;
  /** The folder `/upload`, the only one that may be written to. */
  folder: string;
  /** Its certificate, when it speaks TLS. */
  ca?: string;
  start(): Promise<void>;
  /** Kills it in the middle of whatever it does. */
  kill(): Promise<void>;
  /** Stops it and removes its folder. */
  clean(): Promise<void>;
}

/**
 * Starts vsftpd as the package ships it, with settings of our own. The account is its anonymous one,
 * whose password comes from a list: that needs no user on this machine.
 */
export async function startFtpServer({ tls = false } = {}): Promise<FtpServer> {
  const home = await mkdtemp(join(tmpdir(), 'snapodium-ftp-'));
  const folder = join(home, 'root/upload');
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  await chmod(home, 0o755);
  // vsftpd refuses a root that can be written to.
  await chmod(join(home, 'root'), 0o755);
  await chmod(folder, 0o777);
  await mkdir(join(home, 'empty'));
  await writeFile(join(home, 'passwords'), `${FTP_PASSWORD}\n`);
  const settings: Record<string, string | number> = {
    listen: 'YES',
    listen_address: '127.0.0.1',
    listen_port: port,
    background: 'NO',
    anonymous_enable: 'YES',
    local_enable: 'NO',
    secure_email_list_enable: 'YES',
    email_password_file: join(home, 'passwords'),
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
    ...(tls ? await makeCertificate(home) : {}),
  };
  const config = join(home, 'vsftpd.conf');
  await writeFile(
    config,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );

  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn('vsftpd', [config], { stdio: 'ignore' });
    await untilListening(port);
  };
  const kill = async () => {
    if (!child?.pid || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    // Each connection is a process of its own, and leads a session of its own.
    for (const pid of await processesOf(config)) process.kill(pid, 'SIGKILL');
    await gone;
    child = undefined;
  };
  await start();
  return {
    port,
    folder,
    ca: tls ? join(home, 'cert.pem') : undefined,
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

async function makeCertificate(home: string): Promise<Record<string, string>> {
  const cert = join(home, 'cert.pem');
  const key = join(home, 'key.pem');
  const request =
    'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1';
  await run('openssl', [...request.split(' '), '-keyout', key, '-out', cert]);
  return {
    ssl_enable: 'YES',
    allow_anon_ssl: 'YES',
    force_anon_data_ssl: 'YES',
    force_anon_logins_ssl: 'YES',
    rsa_cert_file: cert,
    rsa_private_key_file: key,
    require_ssl_reuse: 'NO',
  };
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
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
