import { z } from 'zod';
import { count, id } from '../fields.shape';

/** A table of an event. Its number is its place in the organizer's list. */
export const tableShape = z.object({ id, number: count, name: z.string() }).meta({ id: 'Table' });
