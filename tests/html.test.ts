import { expect, it } from 'vitest';
import { fieldsOf } from './api/pages';
import { attributesOf, parsePage, textOf } from './setup/html';

it('reads the text of a page as a browser shows it', () => {
  const page = parsePage(
    '<!doctype html><html><head><title>A &amp; B</title><style>p {}</style></head><body>' +
      '<p>(<!-- -->3<!-- -->)\n  L&#x27;été</p><p>again&nbsp;&lt;3</p>' +
      '<svg><title>icon</title></svg><script>let a = "<p>no</p>";</script></body></html>',
  );
  expect(textOf(page)).toBe("A & B (3) L'été again <3");
  expect(page.title).toBe('A & B');
});

it('reads attributes in any order', () => {
  const page = parsePage(
    '<a class="x" href="/a?b=1&amp;c=2">one</a><a href="/two">two</a><a>no</a>',
  );
  expect(attributesOf(page, 'a', 'href')).toEqual(['/a?b=1&c=2', '/two']);
  expect(attributesOf(page, 'a.x', 'href')).toEqual(['/a?b=1&c=2']);
  // React writes some names with capitals.
  const form = parsePage('<form encType="multipart/form-data"></form>');
  expect(attributesOf(form, 'form[enctype]', 'enctype')).toEqual(['multipart/form-data']);
});

it('finds in a form what a browser would send', () => {
  const fields = fieldsOf(
    '<form><input name="name" value="Ann &quot;Lee&quot; &lt;3"><input name="empty">' +
      '<input type="checkbox" name="on" checked="" value="on"><input type="checkbox" name="off">' +
      '<input type="radio" name="one" value="1" checked=""><input type="radio" name="one" value="2">' +
      '<textarea name="words">\n\n&lt;b&gt; “ça” &amp;lt;</textarea><input type="file" name="file">' +
      '<button name="intent" value="save">Save</button></form>',
  );
  expect(fields).toEqual({
    name: 'Ann "Lee" <3',
    empty: '',
    on: 'on',
    one: '1',
    words: '\n<b> “ça” &lt;',
  });
});
