import { describe, expect, it } from 'vitest';
import { parseFtpHost } from './ftp-host';

describe('parseFtpHost', () => {
  it.each([
    ['files.example', { host: 'files.example', port: 21, secure: null }],
    ['  Files.Example  ', { host: 'files.example', port: 21, secure: null }],
    ['files.example:2121', { host: 'files.example', port: 2121, secure: null }],
    ['ftp://files.example', { host: 'files.example', port: 21, secure: false }],
    ['ftp://files.example:2121/', { host: 'files.example', port: 2121, secure: false }],
    ['ftps://files.example', { host: 'files.example', port: 21, secure: true }],
    ['FTPS://files.example:21', { host: 'files.example', port: 21, secure: true }],
    ['fêtes.example', { host: 'xn--ftes-gpa.example', port: 21, secure: null }],
    ['192.0.2.7', { host: '192.0.2.7', port: 21, secure: null }],
    ['192.0.2.7:2121', { host: '192.0.2.7', port: 2121, secure: null }],
    ['::1', { host: '::1', port: 21, secure: null }],
    ['2001:db8::7', { host: '2001:db8::7', port: 21, secure: null }],
    ['[2001:db8::7]:2121', { host: '2001:db8::7', port: 2121, secure: null }],
    ['ftps://[::1]:990', { host: '::1', port: 990, secure: true }],
  ])('reads the host %j', (written, host) => {
    expect(parseFtpHost(written)).toEqual(host);
  });

  it.each([
    '',
    '   ',
    'ftp://',
    'files.example/photos',
    'ftp://files.example/photos',
    'https://files.example',
    'sftp://files.example',
    'files example',
    'files.example\nUSER root',
    'bob@files.example',
    'ftp://bob:secret@files.example',
    'files.example:',
    'files.example:0',
    'files.example:65536',
    'files.example:ftp',
    'files.example?x',
    'files.example#x',
    'files.example\\photos',
    '[::1',
    '1::2::3',
    '192.0.2.700',
  ])('refuses the host %j', (written) => {
    expect(parseFtpHost(written)).toBeNull();
  });
});
