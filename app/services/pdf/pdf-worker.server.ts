import { parentPort } from 'node:worker_threads';
import { renderInvitation } from './invitation-document.server';
import type { InvitationContent } from './sheet.server';

// The thread that invitations are made in. Nothing imports this file: it is started by name, and
// everything that PDFs need is loaded here and nowhere else.

/** What the thread answers to a content: the PDF, or why there is none. */
export type PdfAnswer = { pdf: Uint8Array } | { error: unknown };

parentPort?.on('message', async (content: InvitationContent) => {
  const answer = await render(content);
  // Handed over, not copied.
  parentPort?.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer as ArrayBuffer] : []);
});

async function render(content: InvitationContent): Promise<PdfAnswer> {
  try {
    return { pdf: new Uint8Array(await renderInvitation(content)) };
  } catch (error) {
    return { error };
  }
}
