import { z } from 'zod';

// What answers of the API consist of. Browser code imports only types from shapes, as zod is large.

/** A row's id. */
export const id = z.int().min(1);
/** A number of things. */
export const count = z.int().min(0);
/** A calendar day, as `2026-06-15`. */
export const day = z.iso.date();
/** An instant as text, in UTC. */
export const instantText = z.iso.datetime();
/** An instant that JSON writes as such a text. */
export const instant = z.date();
/** The URL of an image: of this server, or of the storage that has it. */
export const imageUrl = z.string();
