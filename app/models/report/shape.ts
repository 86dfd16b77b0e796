import { z } from 'zod';
import { id, imageUrl, instantText } from '../fields.shape';
import { REPORT_STATUSES } from './rules';

const report = z.object({
  id,
  status: z.enum(REPORT_STATUSES),
  reason: z.string().nullable(),
  createdAt: instantText,
  reviewedAt: instantText.nullable(),
});

/** A report as the list's endpoint returns it. */
export const reportShape = z
  .object({
    report,
    photo: z.object({ id, imageUrl, caption: z.string().nullable() }),
    reportedBy: z
      .object({ name: z.string().nullable() })
      .describe('Null for somebody whom the organizer has removed.'),
    photoOwner: z.object({ id, name: z.string() }),
  })
  .meta({ id: 'Report' });
export type ReportEntry = z.infer<typeof reportShape>;

/** A report as its reporter sees it. */
export const ownReportShape = report
  .extend({ photoId: id, reportedById: id.nullable(), eventId: id })
  .meta({ id: 'OwnReport' });
