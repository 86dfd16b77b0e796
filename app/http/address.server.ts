import ipaddr from 'ipaddr.js';
import type { RequestArgs } from './context';

/** The number of 16-bit groups of an IPv6 address that count: one household has a whole /64 network. */
const IPV6_GROUPS = 4;

/** The key that an address is counted by: the address itself, or its /64 network for IPv6. */
export function addressKey({ context: { clientAddress } }: RequestArgs): string {
  if (!ipaddr.isValid(clientAddress)) return 'unknown';
  const address = ipaddr.process(clientAddress);
  return address instanceof ipaddr.IPv6
    ? address.parts.slice(0, IPV6_GROUPS).join(':')
    : address.toString();
}
