import type { Language } from '~/i18n/languages';

interface WallPage {
  language: Language;
  key: string;
  nonce: string;
  eventName: string;
}

/** The page of a screen. */
export function renderWallPage({ language, eventName }: WallPage): string {
  const name = eventName.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${name}</title></head><body><h1>${name}</h1></body></html>`;
}
