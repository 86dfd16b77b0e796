import { z } from 'zod';
import { REMOVAL_CHOICES } from '../photo/removal';
import { REASON_MAX, REPORT_CHOICES, REVIEW_STATUSES, REPORT_STATUSES } from './rules';
import { text } from '../fields.schema';

/** The optional text of a reason. */
const words = text(0, 'text_max').max(REASON_MAX, 'text_max').nullish();

/** `POST /api/photos/{photoId}/flag`. */
export const reportCallSchema = z.object({ reason: words });

/** The report dialog: a choice, a text, both or neither. */
export const reportFormSchema = z.object({
  choice: z.enum(REPORT_CHOICES, { error: 'invalid_request' }).optional(),
  details: words,
});

/** Deleting another member's photo: what its owner is told in addition. */
export const removalFormSchema = z.object({
  choice: z.enum(REMOVAL_CHOICES, { error: 'invalid_request' }).optional(),
  details: words,
});

/** The outcome of a review. */
export const reviewSchema = z.object({
  status: z.enum(REVIEW_STATUSES, { error: 'report_status_invalid' }),
});

/** The form that takes a review back. */
export const reopenSchema = z.object({
  /** Whether the photo was hidden before the review. */
  hidden: z.enum(['0', '1'], { error: 'invalid_request' }),
});

/** The list's `?status=`; without it, all reports. */
export const reportListSchema = z.object({
  status: z.enum(REPORT_STATUSES, { error: 'invalid_request' }).optional(),
});
