import { parentPort } from 'node:worker_threads';
import { renderAlbum, type AlbumContent } from './album.server';
import { renderCertificate, type CertificateContent } from './certificate.server';
import { renderInvitation } from './invitation-document.server';
import { drawPodium, type PodiumContent } from './podium-drawing.server';
import type { InvitationContent } from './sheet.server';

// The thread that typesets. No module imports this file: it is started by name, and it alone loads the PDF libraries.

/** What the thread can be asked for, by its layout: a PDF, or the drawing of a podium. */
export type PdfContent = InvitationContent | CertificateContent | AlbumContent | PodiumContent;

/** The thread's answer: the PDF or SVG, or an error. */
export type PdfAnswer = { pdf: Uint8Array } | { error: unknown };

parentPort?.on('message', async (content: PdfContent) => {
  const answer = await render(content);
  // Transferred, not copied.
  parentPort?.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer as ArrayBuffer] : []);
});

async function render(content: PdfContent): Promise<PdfAnswer> {
  try {
    return { pdf: new Uint8Array(await rendered(content)) };
  } catch (error) {
    return { error };
  }
}

function rendered(content: PdfContent): Promise<Uint8Array> {
  if (content.layout === 'certificate') return renderCertificate(content);
  if (content.layout === 'album') return renderAlbum(content);
  if (content.layout === 'podium') return drawPodium(content);
  return renderInvitation(content);
}
