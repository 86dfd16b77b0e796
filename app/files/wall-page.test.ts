import { expect, it } from 'vitest';
import texts from '~/i18n/locales/fr/wall_screen.json';
import { parsePage } from '../../tests/setup/html';
import { renderWallPage } from './wall-page.server';

const page = (key: string, eventName = 'Léa & Côme') =>
  renderWallPage({ key, eventName, version: '1', language: 'fr', texts, nonce: 'n0nce' });

it('carries its data, whatever it contains, and runs only one script', () => {
  const key = '</script><script>alert(1)</script>"&<!--';
  const document = parsePage(page(key));
  const data = document.getElementById('wall-data')?.textContent ?? '';
  expect(JSON.parse(data)).toEqual({ key, version: '1', language: 'fr', texts });
  const scripts = [...document.querySelectorAll('script')].map((script) => script.outerHTML);
  expect(scripts).toHaveLength(2);
  expect(scripts.every((script) => script.includes('nonce="n0nce"'))).toBe(true);
});

it('names the event, whatever it is called', () => {
  const document = parsePage(page('abc', '</title><b>“&"'));
  expect(document.title).toBe('</title><b>“&" · Snapodium');
  expect(document.querySelector('b')).toBeNull();
});

it('has no inline style or handler, and names its language', () => {
  const html = page('abc');
  expect(html).not.toMatch(/\son\w+=|\sstyle=|<style/);
  expect(html).toContain('<html lang="fr">');
  expect(html).toContain('<noscript>');
});
