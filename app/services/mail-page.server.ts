// The HTML of the mails after an event. Mail programs know little CSS: tables make the layout, and the colours are set
// in the cells. All input is plain text.

/** A photo on the podium. */
interface MailStep {
  /** Null if there is no picture of it. */
  cid: string | null;
  alt: string;
  place: number;
  name: string;
  stars: string;
}

/** What the mail says, in words. */
export interface MailPage {
  language: string;
  subject: string;
  /** What lists of mails show after the subject. */
  preview: string;
  heading: string;
  /** A line below the heading; null for none. */
  summary: string | null;
  /** In the order of the places. */
  podium: readonly MailStep[];
  hello: string;
  /** The first text, in bold; null for none. */
  lead: string | null;
  text: string;
  /** The reader's own photo; null for none. */
  own: { cid: string; alt: string } | null;
  button: { label: string; to: string };
  /** Files to take home, below the button. */
  files: readonly { label: string; to: string }[];
  until: string;
  thanks: { text: string; name: string } | null;
  /** Why it came, and what to do if the button does nothing. */
  why: string;
  otherwise: string;
  stop: { label: string; to: string };
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const HEADING = "font-family:Caprasimo,'Cooper Black',Georgia,serif;font-weight:400";
const NIGHT = 'background:#0f2f3a;color:#fdf4e7';
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';
const CELL = `${FONT};font-size:16px;line-height:25px;color:#10282f`;

/** The blocks of the first three places: colour, and how far below the top the print hangs. */
const BLOCKS = [
  { colour: '#f6b73c', above: 12 },
  { colour: '#cdd8d9', above: 36 },
  { colour: '#dc9a6c', above: 56 },
];

/** Narrow screens take the whole width; dark ones get the night's colours where the program knows them. */
const STYLE = `
@media (max-width:620px){.w{width:100%!important}.px{padding-left:16px!important;padding-right:16px!important}}
@media (prefers-color-scheme:dark){
.page{background:#0b222a!important}.card{background:#143540!important}.ink{color:#fbf1e3!important}
.soft{color:#b7cacc!important}.line{border-color:#25505d!important}
.press{background:#f6b73c!important}.press a{color:#2a1a00!important}}`;

/** Writes the HTML of a mail, 600 px wide. Its pictures are attached under their `cid`. */
export function mailPage(page: MailPage): string {
  return `<!doctype html>
<html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${safe(page.subject)}</title>
<style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:#f6efe7">
<div style="display:none;max-height:0;overflow:hidden">${safe(page.preview)}</div>
<table ${TABLE} class="page" bgcolor="#f6efe7"><tr><td align="center">
<table role="presentation" class="w" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px">
${night(page)}
${card(page)}
${foot(page)}
</table></td></tr></table>
</body></html>
`;
}

/** Writes the same in plain text. */
export function mailText(page: MailPage): string {
  const { hello, lead, text, podium, thanks, button, files, until, why, stop } = page;
  const places = podium.map(({ place, name, stars }) => `${place}. ${name}, ${stars}`);
  return [
    page.summary,
    hello,
    [lead, text].filter(Boolean).join(' '),
    places.join('\n'),
    ...[button, ...files].map(({ label, to }) => `${label}:\n${to}`),
    until,
    thanks && `${thanks.text}\n${thanks.name}`,
    `${why}\n${stop.label}: ${stop.to}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function night({ heading, summary, podium }: MailPage): string {
  const below =
    summary === null
      ? ''
      : `<p style="margin:6px 0 0;${FONT};font-size:16px;line-height:24px;color:#b9ced0">${safe(summary)}</p>`;
  const row = `bgcolor="#0f2f3a" class="px"`;
  const title = `<tr><td ${row} style="${NIGHT};padding:24px 32px 0"><span style="${HEADING};font-size:20px;line-height:24px">Snapodium</span></td></tr>
<tr><td ${row} align="center" style="${NIGHT};padding:20px 32px ${podium.length > 0 ? 0 : 28}px"><h1 style="margin:0;${HEADING};font-size:32px;line-height:38px">${safe(heading)}</h1>${below}</td></tr>`;
  if (podium.length === 0) return title;
  return `${title}
<tr><td ${row} align="center" style="${NIGHT};padding:8px 27px 0">${steps(podium)}</td></tr>`;
}

/** The first one is in the middle. */
function steps([first, ...others]: readonly MailStep[]): string {
  const inOrder = [others[0], first, others[1]].filter((step) => step !== undefined);
  const cells = inOrder.map((step) => {
    const { colour, above } = BLOCKS[step.place - 1] ?? { colour: '#dc9a6c', above: 56 };
    const print =
      step.cid !== null &&
      `<tr><td style="background:#fffaf2;padding:6px;border-radius:3px">${picture({ ...step, cid: step.cid }, step === first ? 176 : 152)}</td></tr><tr><td height="8" style="font-size:0;line-height:0">&nbsp;</td></tr>`;
    return `<td width="${step === first ? 198 : 174}" valign="bottom" align="center" style="padding:${above}px 5px 0"><table ${TABLE}>${print || ''}<tr><td align="center" bgcolor="${colour}" style="background:${colour};padding:8px 4px 12px;border-radius:4px 4px 0 0;color:#2a1a00;${FONT};font-size:15px;line-height:20px"><span style="${HEADING};font-size:34px;line-height:36px">${step.place}</span><br><b style="word-break:break-word">${safe(step.name)}</b><br>${safe(step.stars)}</td></tr></table></td>`;
  });
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${cells.join('')}</tr></table>`;
}

/** @param width in pixels, for programs that know no percentages; others fill what is around it */
function picture({ cid, alt }: { cid: string; alt: string }, width: number): string {
  return `<img src="cid:${cid}" width="${width}" alt="${safe(alt)}" style="display:block;width:100%;height:auto;border:0">`;
}

function card({ hello, lead, text, own, button, files, until, thanks }: MailPage): string {
  const words = `${lead === null ? '' : `<b>${safe(lead)}</b> `}${safe(text)}`;
  const parts = [
    `<p style="margin:0 0 16px">${safe(hello)}</p>`,
    `<p style="margin:0 0 16px">${words}</p>`,
    own && `<div style="max-width:200px;margin:0 0 20px">${picture(own, 200)}</div>`,
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr><td class="press" bgcolor="#12414f" style="background:#12414f;border-radius:12px"><a href="${safe(button.to)}" style="display:inline-block;padding:14px 26px;color:#fff8ee;${FONT};font-size:18px;line-height:24px;font-weight:600;text-decoration:none">${safe(button.label)}</a></td></tr></table>`,
    ...files.map(
      ({ label, to }) =>
        `<p style="margin:0 0 12px"><a class="ink" href="${safe(to)}" style="color:#12414f">${safe(label)}</a></p>`,
    ),
    `<p class="soft" style="margin:0;color:#4b5a5d">${safe(until)}</p>`,
    thanks &&
      `<table ${TABLE} style="margin:20px 0 0"><tr><td class="line ink" style="border-top:1px solid #dccfc0;padding-top:18px;${CELL}">${safe(thanks.text)}<br><span class="soft" style="color:#4b5a5d;font-size:15px">${safe(thanks.name)}</span></td></tr></table>`,
  ];
  return `<tr><td bgcolor="#ffffff" class="px card ink" style="background:#ffffff;padding:28px 32px 32px;${CELL}">${parts.filter(Boolean).join('\n')}</td></tr>`;
}

function foot({ why, otherwise, stop }: MailPage): string {
  const link = `<a class="soft" href="${safe(stop.to)}" style="color:#12414f">${safe(stop.label)}</a>`;
  return `<tr><td class="px soft" style="padding:18px 32px 32px;${FONT};font-size:13px;line-height:20px;color:#4b5a5d;word-break:break-word">${safe(why)} ${link}<br>${safe(otherwise)}</td></tr>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML, safe within an attribute as well. */
function safe(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}
