import { expect, test } from 'vitest';
import { ftpTroubleIn } from './ftp-trouble';

test.each([
  ['getaddrinfo ENOTFOUND ftp.example.invalid', 'unknown_host'],
  ['connect ECONNREFUSED 127.0.0.1:1', 'no_answer'],
  ['Timeout (control socket)', 'silent'],
  ['The operation was aborted due to timeout', 'silent'],
  ['unable to verify the first certificate', 'certificate'],
  ["Hostname/IP does not match certificate's altnames: Host: ftp.example.com.", 'certificate'],
  ['552 Quota exceeded', 'full'],
  ['550 Permission denied.', 'forbidden'],
  ['http://photos.example.com/checks/a.txt: 404 Not Found', 'not_there'],
  ['530 Login incorrect.', null],
  ['http://photos.example.com/checks/a.txt: 403 Forbidden', null],
])('%s', (reason, trouble) => {
  expect(ftpTroubleIn(reason)).toBe(trouble);
});
