/**
 * A storage does not answer, or refuses the server's key or sign-in, so that nothing can be said about its files.
 * Requests that need one are answered as while another server is away (rule `storage.away`), by its code.
 */
export class StorageOutage extends Error {
  override readonly name: string = 'StorageOutage';
  readonly code = 'STORAGE_AWAY';
}
