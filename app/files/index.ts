import type { Mounted } from '~/http/mounted';
import { albums } from './albums';
import { downloads } from './downloads';
import { sendPreview } from './event-preview';
import { sendInvitationCode } from './invitation-code';
import { sendInvitationPdf } from './invitation-pdf';
import { keepsakes } from './keepsakes';
import { sendManifest } from './manifest';
import { sendMedia } from './media';
import { sendOfflinePage } from './offline';
import { sendPaymentsCsv } from './payments-csv';
import { photoFile } from './photo-file';
import { wall } from './wall';

/** All files served outside screens and API endpoints. */
export const files: Mounted[] = [
  { path: '/media/:eventId/:file', answer: sendMedia },
  { path: '/e/:eventId/preview.jpg', answer: sendPreview },
  { path: '/invitation-pdf/:eventId/pdf', answer: sendInvitationPdf },
  { path: '/invitation-pdf/:eventId/code/:format', answer: sendInvitationCode },
  ...downloads,
  ...keepsakes,
  ...albums,
  photoFile,
  ...wall,
  { path: '/admin/payments.csv', answer: sendPaymentsCsv },
  { path: '/manifest.webmanifest', answer: sendManifest },
  { path: '/offline', answer: sendOfflinePage },
];
