import { parentPort } from 'node:worker_threads';
import { renderInvitation } from './invitation-document.server';
import type { InvitationContent } from './sheet.server';

// The thread that renders invitations. No module imports this file: it is started by name, and only here the
// PDF libraries are loaded.

/** The thread's answer: the PDF, or an error. */
export type PdfAnswer = { pdf: Uint8Array } | { error: unknown };

parentPort?.on('message', async (content: InvitationContent) => {
  const answer = await render(content);
  // Transferred, not copied.
  parentPort?.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer as ArrayBuffer] : []);
});

async function render(content: InvitationContent): Promise<PdfAnswer> {
  try {
    return { pdf: new Uint8Array(await renderInvitation(content)) };
  } catch (error) {
    return { error };
  }
}
