// What the tests need beside npm's packages: a Chromium, PostgreSQL's server programs, an FTP server,
// OpenSSL to make certificates, curl and unzip, Poppler to look at PDFs with, and nginx before several servers.
// Where they are missing on a Debian machine and we are root, apt brings them; elsewhere a line says what to do.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

// Debian's Chromium without a desktop's parts: the tests take a third less time than with the whole.
const HEADLESS = { package: 'chromium-headless-shell', path: '/usr/bin/chromium-headless-shell' };
const CHROMIUM_PLACES = [
  HEADLESS.path,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The Chromium to test with: CHROMIUM_PATH, or one in the usual places, or null. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  return [named, ...CHROMIUM_PLACES].find((path) => path && existsSync(path)) ?? null;
}

function hasPostgres() {
  const folder = '/usr/lib/postgresql';
  return (
    (existsSync(folder) &&
      readdirSync(folder).some((version) => existsSync(`${folder}/${version}/bin/initdb`))) ||
    spawnSync('initdb', ['--version']).status === 0
  );
}

function hasUnzip() {
  return spawnSync('unzip', ['-v']).status === 0;
}

function hasCurl() {
  return spawnSync('curl', ['--version']).status === 0;
}

function hasPoppler() {
  return spawnSync('pdftoppm', ['-v']).status === 0 && spawnSync('pdftotext', ['-v']).status === 0;
}

function hasVsftpd() {
  return existsSync('/usr/sbin/vsftpd') || !spawnSync('vsftpd', ['-v']).error;
}

function hasOpenssl() {
  return spawnSync('openssl', ['version']).status === 0;
}

function hasNginx() {
  return spawnSync(process.env.NGINX ?? '/usr/sbin/nginx', ['-v']).status === 0;
}

function canInstall() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

/** Installs what the tests need and is missing; throws with a clear line when it cannot. */
export function ensureTestTools() {
  const isQuick = [HEADLESS.path, process.env.CHROMIUM_PATH].includes(findChromium());
  const missing = [
    ...(isQuick || (findChromium() && !canInstall()) ? [] : [HEADLESS.package]),
    ...(hasPostgres() ? [] : ['postgresql']),
    ...(hasVsftpd() ? [] : ['vsftpd']),
    ...(hasOpenssl() ? [] : ['openssl']),
    ...(hasUnzip() ? [] : ['unzip']),
    ...(hasCurl() ? [] : ['curl']),
    ...(hasPoppler() ? [] : ['poppler-utils']),
    ...(hasNginx() ? [] : ['nginx']),
  ];
  install(missing, ' (or name a Chromium in CHROMIUM_PATH)');
}

/** Installs what several servers on this machine need and is missing; throws with a clear line when it cannot. */
export function ensureClusterTools() {
  install([...(hasPostgres() ? [] : ['postgresql']), ...(hasNginx() ? [] : ['nginx'])]);
}

function install(missing, hint = '') {
  if (missing.length === 0) return;
  if (!canInstall()) {
    throw new Error(
      `${missing.join(' and ')} must be installed. On Debian: sudo apt-get install ${missing.join(' ')}${hint}.`,
    );
  }
  process.stderr.write(`Installing ${missing.join(' and ')} …\n`);
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status;
  apt('update');
  if (apt('install', '-y', '--no-install-recommends', ...missing) !== 0) {
    throw new Error(`apt-get could not install ${missing.join(' and ')}.`);
  }
}
