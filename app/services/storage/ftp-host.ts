/** Where an FTP server is, and whether the connection must be encrypted. */
interface FtpHost {
  host: string;
  port: number;
  /** Null if it was not specified: TLS is then used if the server offers it. */
  secure: boolean | null;
}

const FTP_PORT = 21;
// Only scheme, name and port, and a slash at the end: no path, account or space.
const FORM = /^(?:(ftps?):\/\/)?([^\s/?#@\\%]+?)\/?$/i;
const IPV6 = /^[\da-f]*:[\da-f.]*:[\da-f:.]*$/i;

/**
 * Parses the host that an administrator enters: `host`, `host:port`, `ftp://host` (never encrypted) or
 * `ftps://host` (always encrypted), each also with an IPv4 or IPv6 address.
 * @returns null for anything else
 */
export function parseFtpHost(written: string): FtpHost | null {
  const [, scheme, place = ''] = FORM.exec(written.trim()) ?? [];
  const address = `ftp://${IPV6.test(place) ? `[${place}]` : place}`;
  if (place.endsWith(':') || !URL.canParse(address)) return null;
  const { hostname, port } = new URL(address);
  if (!hostname || port === '0') return null;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : FTP_PORT,
    secure: scheme ? scheme.toLowerCase() === 'ftps' : null,
  };
}
