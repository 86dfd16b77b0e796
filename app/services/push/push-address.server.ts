import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

// Where notifications may be sent. A browser names the address, so it is hostile input: the server must not be made
// to call its own network (rule `push.address`).

/** Longer than any push service's address. */
const ENDPOINT_MAX = 1000;

const NOT_PUBLIC = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  // Also those that contain an IPv4 address, which could be any.
  ipv6: [
    '::/96',
    '::ffff:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
} as const;

// One list for each family: in a common one, the range of mapped addresses would match every IPv4 address.
const notPublic = { ipv4: listOf('ipv4'), ipv6: listOf('ipv6') };

function listOf(family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of NOT_PUBLIC[family]) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether an IP address is on the public internet: neither private, nor of this machine, nor link-local. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return !notPublic[family].check(address, family);
}

/**
 * Whether an address may be that of a push service: https on the usual port of a named host, without credentials.
 * What the name leads to is checked when it is called.
 * @param testOrigin the one origin besides that is allowed, for tests
 */
export function isPushEndpoint(endpoint: string, testOrigin?: string): boolean {
  if (endpoint.length > ENDPOINT_MAX || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, hash, origin } = new URL(endpoint);
  if (username || password || hash) return false;
  if (testOrigin !== undefined && origin === testOrigin) return true;
  const isName = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/.test(hostname);
  return protocol === 'https:' && port === '' && isName;
}

type Found = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * Looks a name up for a connection, and fails if any of its addresses is not public. The connection goes to the
 * addresses that were checked, so that a second look-up cannot lead elsewhere.
 */
export function lookupPublic(hostname: string, options: LookupOptions, done: Found): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return done(new Error('the address is not public'), []);
    }
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
}
