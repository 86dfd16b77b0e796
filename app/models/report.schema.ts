import { z } from 'zod';
import { REMOVAL_CHOICES } from './photo-removal';
import { REASON_MAX, REPORT_CHOICES, REVIEW_STATUSES, REPORT_STATUSES } from './report';
import { text } from './fields.schema';

/** Own words for a reason, which is optional. */
const words = text(0, 'reason_max').max(REASON_MAX, 'reason_max').nullish();

/** `POST /api/photos/{photoId}/flag`. */
export const reportCallSchema = z.object({ reason: words });

/** The report dialog: a choice, own words, both or neither. */
export const reportFormSchema = z.object({
  choice: z.enum(REPORT_CHOICES, { error: 'invalid_request' }).optional(),
  details: words,
});

/** The removal of somebody else's photo: what its owner is told besides. */
export const removalFormSchema = z.object({
  choice: z.enum(REMOVAL_CHOICES, { error: 'invalid_request' }).optional(),
  details: words,
});

/** What a review makes of a report. */
export const reviewSchema = z.object({
  status: z.enum(REVIEW_STATUSES, { error: 'report_status_invalid' }),
});

/** `?status=` of the list; none means all. */
export const reportListSchema = z.object({
  status: z.enum(REPORT_STATUSES, { error: 'invalid_request' }).optional(),
});
