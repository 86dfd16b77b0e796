/** Where browsers read what lies on an FTP server. */
export interface PublicAddress {
  /** An http or https address, with or without a slash at its end. */
  baseUrl: string;
  /** The folder on the server; empty for its root. */
  directory: string;
}

/** The address of a file on the server: base URL, directory and the same key. */
export function fileUrl({ baseUrl, directory }: PublicAddress, file: string): string {
  const parts = `${directory}/${file}`.split('/').filter(Boolean);
  return `${baseUrl.replace(/\/+$/, '')}/${parts.map(encodeURIComponent).join('/')}`;
}
