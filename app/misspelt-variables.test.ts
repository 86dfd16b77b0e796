import { describe, expect, test } from 'vitest';
import { VARIABLES } from './env.server';
import { findMisspelt } from './misspelt-variables';

const meantBy = (...names: string[]) => findMisspelt(names, VARIABLES).map(({ meant }) => meant);

describe('misspelt variables', () => {
  test.each([
    ['DATBASE_URL', 'DATABASE_URL'],
    ['PUBLIC_ORIGN', 'PUBLIC_ORIGIN'],
    ['S3_BUKET', 'S3_BUCKET'],
    ['SMPT_URL', 'SMTP_URL'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['SESION_SECRET', 'SESSION_SECRET'],
    ['EMAIL_FROM', 'MAIL_FROM'],
    ['public_origin', 'PUBLIC_ORIGIN'],
  ])('%s is taken for %s', (name, meant) => {
    expect(findMisspelt([name], VARIABLES)).toEqual([{ name, meant }]);
  });

  test('our own variables are not reported', () => {
    expect(meantBy(...VARIABLES)).toEqual([]);
  });

  test('variables of the system and of other programs are not reported', () => {
    const others =
      `PATH HOME USER SHELL TERM LANG LANGUAGE LC_ALL LOGNAME MAIL MAILTO MAILFROM PWD OLDPWD SHLVL TZ
      HOSTNAME HOSTTYPE DISPLAY EDITOR PAGER XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS
      PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB DOMAIN
      NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS NPM_CONFIG_PREFIX npm_config_cache npm_lifecycle_event
      INIT_CWD HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy SSL_CERT_DIR SSL_CERT_FILE
      AWS_REGION AWS_PROFILE AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID
      STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY NOTIFY_SOCKET LOGLEVEL DEBUG CI TMPDIR UV_THREADPOOL_SIZE
      KUBERNETES_PORT KUBERNETES_SERVICE_HOST CONTAINER UPSTREAM COLORTERM SSH_AUTH_SOCK SUDO_USER`.split(
        /\s+/,
      );
    expect(findMisspelt(others, VARIABLES)).toEqual([]);
  });
});
