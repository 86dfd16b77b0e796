import { z } from 'zod';
import { CHANGE_KINDS } from './rules';

/** A mark for each kind that was asked for. */
export const marksShape = z.partialRecord(z.enum(CHANGE_KINDS), z.string());
