import { parseHTML } from 'linkedom';

/** The elements of a page without readable text. */
const SILENT = ['SCRIPT', 'STYLE', 'SVG'];

/** The document of a page. A piece of HTML becomes the body of an otherwise empty page. */
export function parsePage(html: string): Document {
  const isWhole = /<html\b/i.test(html);
  const { document } = parseHTML(isWhole ? html : wholePage(html));
  for (const element of document.querySelectorAll(':not(svg, svg *)')) lowerNames(element);
  for (const area of document.querySelectorAll('textarea')) unescapeWords(area);
  return document;
}

/**
 * The parser keeps the capitals that React writes in names of attributes, and selectors are case-sensitive.
 */
function lowerNames(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    if (name === name.toLowerCase()) continue;
    element.removeAttribute(name);
    element.setAttribute(name.toLowerCase(), value);
  }
}

/** The parser treats a textarea like a script, where nothing is escaped. It reads a title correctly. */
function unescapeWords(area: Element): void {
  const title = `<title>${(area.textContent ?? '').replace(/^\n/, '')}</title>`;
  const { document } = parseHTML(wholePage(title));
  area.textContent = document.querySelector('title')?.textContent ?? '';
}

function wholePage(body: string): string {
  return `<!doctype html><html><body>${body}</body></html>`;
}

/** The visible text of a part of a page, with the texts of different elements separated. */
export function textOf(part: Node): string {
  return wordsIn(part).replace(/\s+/g, ' ').trim();
}

function wordsIn(node: Node): string {
  if (node.nodeType === 3) return node.nodeValue ?? '';
  if (node.nodeType === 8 || SILENT.includes(node.nodeName.toUpperCase())) return '';
  return ` ${[...node.childNodes].map(wordsIn).join('')} `;
}

/** The values of an attribute of all elements that match a selector, in the order of the page. */
export function attributesOf(part: ParentNode, selector: string, name: string): string[] {
  return [...part.querySelectorAll(selector)].flatMap((element) => {
    const value = element.getAttribute(name);
    return value === null ? [] : [value];
  });
}
