import { expect, it } from 'vitest';
import { CookieJar } from './setup/cookie-jar';

it('sends nothing while it is empty', () => {
  expect(new CookieJar().header()).toBeNull();
});

it('keeps the newest value of each cookie, whatever its attributes', () => {
  const jar = new CookieJar();
  jar.take(['session=a=b.c; Path=/; HttpOnly; SameSite=Lax', 'lang=fr']);
  jar.take(['session=d; Path=/; Max-Age=600']);
  expect(jar.header()).toBe('session=d; lang=fr');
});

it('drops a cookie that has expired', () => {
  const jar = new CookieJar();
  jar.take(['one=1', 'two=2', 'three=3']);
  jar.take(['one=; Max-Age=0', 'two=; Expires=Thu, 01 Jan 1970 00:00:00 GMT']);
  expect(jar.header()).toBe('three=3');
});

it('prefers Max-Age to Expires', () => {
  const jar = new CookieJar();
  jar.take(['one=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60']);
  expect(jar.header()).toBe('one=1');
});

it('ignores lines that are not cookies', () => {
  const jar = new CookieJar();
  jar.take(['', '=value', 'nonsense']);
  expect(jar.header()).toBeNull();
});
