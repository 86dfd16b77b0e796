import type { LoaderFunctionArgs } from '@remix-run/node';
import { attachment } from '~/http/attachment.server';
import { markAnswer } from '~/http/revalidation.server';
import { DomainError } from '~/models/errors';
import { qrPng, qrSvg } from '~/services/qr.server';
import { loadInvitation } from '~/routes/organizer/load-invitation.server';
import { refuseText } from './refuse-text.server';

const TYPES: Partial<Record<string, string>> = { png: 'image/png', svg: 'image/svg+xml' };

// /invitation-pdf/{eventId}/code/png and …/svg: the QR code alone as a file. Public.
export async function sendInvitationCode(args: LoaderFunctionArgs): Promise<Response> {
  const { request, params } = args;
  const type = TYPES[params.format ?? ''];
  if (!type) return new Response(null, { status: 404 });
  try {
    const { event, qr, joinUrl } = await loadInvitation(args);
    const headers = new Headers({ 'Cache-Control': 'private, no-cache' });
    const unchanged = markAnswer(request, headers, { source: `${type} ${joinUrl} ${event.name}` });
    if (unchanged) return unchanged;
    headers.set('Content-Type', type);
    headers.set('Content-Disposition', attachment(`qr-${event.name}`, `.${params.format}`));
    const file = params.format === 'png' ? await qrPng(qr) : Buffer.from(qrSvg(qr));
    headers.set('Content-Length', String(file.byteLength));
    return new Response(file as Uint8Array<ArrayBuffer>, { headers });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return refuseText(args, error);
  }
}
