import { create } from 'content-disposition';

/** Characters that file systems or headers do not allow. Bidirectional controls could hide the extension. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu;
const NAME_MAX = 100;

/**
 * The Content-Disposition of a download (RFC 6266): a UTF-8 name, and an ASCII fallback if that differs.
 * @param name without the extension; may contain any characters
 */
export function attachment(name: string, ending: string): string {
  const words = name.replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim();
  const safe = [...words]
    .slice(0, NAME_MAX)
    .join('')
    .replace(/[. ]+$/, '');
  const ascii = safe
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]+/g, '_')
    .replaceAll('%', '_');
  return create(safe + ending, { fallback: ascii + ending });
}
