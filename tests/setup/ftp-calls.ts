import type { FtpDriver } from '~/services/storage/ftp-driver.server';

// Calls of a driver, as unstorage would make them.

export const write = async (driver: FtpDriver, key: string, text: string | Buffer) =>
  driver.setItemRaw?.(key, Buffer.from(text), {});
export const read = async (driver: FtpDriver, key: string) => {
  const bytes: unknown = await driver.getItemRaw?.(key, {});
  return bytes === null ? null : String(bytes);
};
export const remove = async (driver: FtpDriver, key: string) => driver.removeItem?.(key, {});
