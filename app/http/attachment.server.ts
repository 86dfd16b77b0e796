import { create } from 'content-disposition';

/** What no file system and no header bears; marks that turn text around would hide the ending. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu;
const NAME_MAX = 100;

/**
 * The Content-Disposition of a download (RFC 6266): the name for browsers that read UTF-8, and one in
 * ASCII for the others, where that is another.
 * @param name without its ending, whatever it holds
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
