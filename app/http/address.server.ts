import ipaddr from 'ipaddr.js';
import type { RequestArgs } from './context';

/** Groups of 16 bits that count of an IPv6 address: the /64 network that one household has. */
const IPV6_GROUPS = 4;

/** What an address is counted as: itself, or its network where one household has a whole one. */
export function addressKey({ context: { clientAddress } }: RequestArgs): string {
  if (!ipaddr.isValid(clientAddress)) return 'unknown';
  const address = ipaddr.process(clientAddress);
  return address instanceof ipaddr.IPv6
    ? address.parts.slice(0, IPV6_GROUPS).join(':')
    : address.toString();
}
