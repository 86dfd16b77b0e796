// What the tests need besides npm's packages: Chromium, PostgreSQL's server programs, an FTP server, OpenSSL for
// certificates, curl and unzip, Poppler for PDFs, nginx for several servers, and Caddy, Compose and Buildah for what is
// deployed. On a Debian machine, apt installs what is missing if we are root; elsewhere a line says what to do.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

// Debian's Chromium without the parts for a desktop: with it the tests take a third less time.
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
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  return (
    versions.some((version) => existsSync(`${folder}/${version}/bin/initdb`)) ||
    runs('initdb', '--version')
  );
}

function runs(program, ...args) {
  return spawnSync(program, args).status === 0;
}

/** Each Debian package, with what shows that it is installed. */
const CLUSTER_TOOLS = {
  postgresql: hasPostgres,
  nginx: () => runs(process.env.NGINX ?? '/usr/sbin/nginx', '-v'),
};
const TEST_TOOLS = {
  ...CLUSTER_TOOLS,
  vsftpd: () => existsSync('/usr/sbin/vsftpd') || !spawnSync('vsftpd', ['-v']).error,
  openssl: () => runs('openssl', 'version'),
  unzip: () => runs('unzip', '-v'),
  curl: () => runs('curl', '--version'),
  caddy: () => runs('caddy', 'version'),
  'docker-compose': () => runs('docker-compose', 'version'),
  buildah: () => runs('buildah', '--version'),
  mmdebstrap: () => runs('mmdebstrap', '--version'),
  'poppler-utils': () => runs('pdftoppm', '-v') && runs('pdftotext', '-v'),
};

function canInstall() {
  return process.getuid?.() === 0 && runs('apt-get', '--version');
}

/** Installs what the tests need and is missing. Throws with a clear line if it cannot. */
export function ensureTestTools() {
  const isQuick = [HEADLESS.path, process.env.CHROMIUM_PATH].includes(findChromium());
  const hasBrowser = isQuick || (findChromium() && !canInstall());
  const missing = [...(hasBrowser ? [] : [HEADLESS.package]), ...missingOf(TEST_TOOLS)];
  install(missing, ' (or name a Chromium in CHROMIUM_PATH)');
}

/**
 * Installs what several servers on this machine need and is missing. Throws with a clear line if it cannot.
 */
export function ensureClusterTools() {
  install(missingOf(CLUSTER_TOOLS));
}

function missingOf(tools) {
  return Object.keys(tools).filter((name) => !tools[name]());
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
