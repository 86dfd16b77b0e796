import type { WallPageData } from '~/browser/wall/page-data';
import { fill, type WallTexts } from '~/browser/wall/texts';

/** What a wall's page needs from the server. */
interface WallPage extends WallPageData {
  /** The event's name, which the page shows before its script has read a state. */
  eventName: string;
  /** Of the page's Content-Security-Policy. */
  nonce: string;
}

/**
 * The page of a wall: all the elements that it ever shows, still empty, with its style sheet and its only script
 * (app/browser/wall). It works in a television's browser from 2018.
 */
export function renderWallPage({ nonce, eventName, ...data }: WallPage): string {
  const { texts: t, language } = data;
  const key = escape(nonce);
  const words = (text: string) => escape(fill(text));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="only dark">
<meta name="theme-color" content="#0a2129">
<meta name="robots" content="noindex">
<title>${escape(eventName)} · Snapodium</title>
<link rel="stylesheet" href="/wall.css">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script type="application/json" id="wall-data" nonce="${key}">${json(data)}</script>
<script src="/wall.js" nonce="${key}" defer></script>
</head>
<body>
<span class="lights" data-part="lights" aria-hidden="true"></span>
<main data-part="wall">
${startPage(t, words, escape(eventName))}
${show(t, words)}
<section class="words" data-part="ended" hidden><h1>${words(t.ended.title)}</h1><p>${words(t.ended.text)}</p></section>
<noscript><section class="words"><h1>${words(t.title)}</h1><p>${words(t.noscript)}</p></section></noscript>
</main>
<span class="sign" data-part="sign" aria-hidden="true"></span>
</body>
</html>
`;
}

type Words = (text: string) => string;

function startPage(t: WallTexts, words: Words, event: string): string {
  const corners = ['a', 'b', 'c', 'd'].map((corner) => `<i class="corner ${corner}"></i>`);
  return `<section class="start" data-part="start" hidden>
<span aria-hidden="true">${corners.join('')}</span>
<div class="card">
<h1>${words(t.title)}</h1>
<p class="of" data-part="start-event">${event}</p>
${TEST_PICTURE}
<p class="test">${words(t.start.test)}</p>
<button type="button" data-part="start-button">${words(t.start.button)}</button>
<div class="device"><p data-part="device"></p><ul data-part="lacks" hidden></ul></div>
<p class="keys">${words(t.start.keys)}</p>
</div>
</section>`;
}

function show(t: WallTexts, words: Words): string {
  const print = `<figure class="print" hidden><span class="shot"><img alt=""></span><span class="tag"><span class="mission"></span></span><figcaption><span class="caption"></span><span class="under"><span class="who"></span><span class="live" hidden>${words(t.just_in)}</span></span></figcaption></figure>`;
  const layer = `<div class="layer" data-part="layer">${print}${print}</div>`;
  const block = `<li hidden><span class="print"><span class="shot"><img alt="">${COVER}</span></span><div class="block"><span class="place"></span><span class="who"></span><span class="after"></span><span class="stars">${STAR}<span class="count"></span></span></div></li>`;
  const duelPrint = `<figure class="print" hidden><span class="shot"><img alt=""></span><figcaption><span class="caption"></span><span class="under"><span class="who"></span></span></figcaption></figure>`;
  const paths = ['cord', 'dark', 'far', 'near', 'lit', 'fresh'].map(
    (name) => `<path class="${name}"/>`,
  );
  const string = `<svg viewBox="0 0 328 36" aria-hidden="true">${paths.join('')}</svg>`;
  const table = `<li hidden><h3></h3><span class="count"></span>${string.repeat(2)}</li>`;
  return `<div class="show" data-part="show" hidden>
<div class="pane" data-pane="photos">${layer}${layer}<div class="greeting" data-part="greeting"><h2></h2><p></p></div></div>
<div class="pane" data-pane="podium"><ol class="podium" data-part="podium">${block.repeat(5)}</ol><div class="cloth" data-part="cloth"><p data-part="cloth-words"></p></div></div>
<div class="pane" data-pane="join"><h2 data-part="join-title"></h2><img class="code" data-part="large-code" alt="${words(t.code)}"><p data-part="join-url"></p></div>
<div class="pane" data-pane="tables"><div class="string-words"><h2 data-part="tables-title"></h2><p data-part="tables-line"></p></div><ol class="tables" data-part="tables">${table.repeat(8)}</ol></div>
<div class="pane" data-pane="countdown"><p class="time" data-part="time"></p><p data-part="time-words"></p></div>
<div class="pane duel" data-pane="duel" data-part="duel"><div class="middle"><h1 data-part="duel-title"></h1><div class="ring" data-part="duel-ring" role="timer"><svg viewBox="0 0 100 100" aria-hidden="true"><circle cx="50" cy="50" r="45"/><circle class="v" cx="50" cy="50" r="45" pathLength="1000" data-part="duel-arc"/></svg><span class="time" data-part="duel-time"></span></div><p>${words(t.duel.tap)}</p></div>${duelPrint.repeat(5)}</div>
<div class="wing l" data-part="left"><h1 data-part="title"></h1><p data-part="line"></p></div>
<div class="wing r" data-part="right"><p class="say" data-part="say"></p><img class="code" data-part="code" alt="${words(t.code)}"></div>
${`<span class="fall" data-part="fall" aria-hidden="true" hidden><span>${STAR}</span></span>`.repeat(4)}
<canvas class="confetti" data-part="confetti" aria-hidden="true"></canvas>
<p class="told" role="status" data-part="told"></p>
</div>`;
}

/** Covers the first place while the reveal counts down to it. The ring's circumference is 100. */
const COVER =
  '<span class="cover" role="timer"><svg viewBox="0 0 36 36" aria-hidden="true"><circle cx="18" cy="18" r="15.9155"/><circle class="rest" cx="18" cy="18" r="15.9155"/></svg><span class="num"></span></span>';

const STAR =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m12 3.2 2.65 5.45 5.95.85-4.3 4.2 1 5.95L12 16.85l-5.3 2.8 1-5.95-4.3-4.2 5.95-.85z"/></svg>';

/** Eight tones from black to white, the colours of the wall, and a circle that is round on a good screen. */
const TEST_PICTURE = `<svg class="picture" viewBox="0 0 320 120" aria-hidden="true">${[
  ...Array.from({ length: 8 }, (_, index) => {
    const tone = Math.round((index * 255) / 7);
    return `<rect x="${index * 40}" width="40" height="60" fill="rgb(${tone},${tone},${tone})"/>`;
  }),
  ...['#f6b73c', '#b93f22', '#1d6644', '#12414f', '#cdd8d9', '#dc9a6c', '#fdf4e7', '#0f2f3a'].map(
    (colour, index) => `<rect x="${index * 40}" y="60" width="40" height="60" fill="${colour}"/>`,
  ),
].join('')}<circle cx="160" cy="60" r="46" fill="none" stroke="#f6b73c" stroke-width="4"/></svg>`;

function escape(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

/** Text inside a script element may not close it. */
function json(data: WallPageData): string {
  return JSON.stringify(data).replace(/</g, '\\u003c');
}
