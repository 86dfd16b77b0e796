import { describe, expect, it } from 'vitest';
import { parse } from 'content-disposition';
import { attachment } from './attachment.server';

/** The file name for browsers that support UTF-8. */
function nameIn(header: string): string {
  const encoded = /; filename\*=UTF-8''([\w!#$&+.^`|~%-]+)$/.exec(header)?.[1];
  const name = encoded === undefined ? asciiNameIn(header) : decodeURIComponent(encoded);
  expect(parse(header)).toMatchObject({ type: 'attachment', parameters: { filename: name } });
  return name;
}

/** The file name for other browsers. */
function asciiNameIn(header: string): string {
  return /^attachment; filename="([ !#-[\]-~]*)"(;|$)/.exec(header)?.[1] ?? '';
}

describe('the name of a download', () => {
  it.each([
    ['Mariage de Léa & Côme', 'Mariage de Lea & Come.pdf', 'Mariage de Léa & Côme.pdf'],
    ['It’s (50%) "us"*', 'It_s (50_) us.pdf', 'It’s (50%) us.pdf'],
    ['a\r\nSet-Cookie: x=1', 'a Set-Cookie x=1.pdf', 'a Set-Cookie x=1.pdf'],
    ['../../etc/passwd', '.. .. etc passwd.pdf', '.. .. etc passwd.pdf'],
    ['٪ 🎉 王', '_ _ _.pdf', '٪ 🎉 王.pdf'],
    ['exe.\u202Efdp', 'exe. fdp.pdf', 'exe. fdp.pdf'],
    ['half \ud83c pair', 'half pair.pdf', 'half pair.pdf'],
    ['ends with dots . .', 'ends with dots.pdf', 'ends with dots.pdf'],
  ])('%j', (name, ascii, utf8) => {
    const header = attachment(name, '.pdf');
    // `Headers` throws for invalid characters.
    expect(new Headers({ 'Content-Disposition': header }).get('Content-Disposition')).toBe(header);
    expect(asciiNameIn(header)).toBe(ascii);
    expect(nameIn(header)).toBe(utf8);
  });

  it('stays within the length that file systems accept', () => {
    expect([...nameIn(attachment('é'.repeat(500), '.pdf'))]).toHaveLength(104);
  });
});
