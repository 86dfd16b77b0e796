/** Where browsers read the files on an FTP server. */
export interface PublicAddress {
  /** An http or https URL, with or without a trailing slash. */
  baseUrl: string;
  /** The folder on the server; empty for its root. */
  directory: string;
}

/** The URL of a file on the server: base URL, directory and key. */
export function fileUrl({ baseUrl, directory }: PublicAddress, file: string): string {
  const parts = `${directory}/${file}`.split('/').filter(Boolean);
  return `${baseUrl.replace(/\/+$/, '')}/${parts.map(encodeURIComponent).join('/')}`;
}
