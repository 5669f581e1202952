import * as z from 'zod';

/** An ID that a client may choose, so that a repeated request changes nothing. */
export const chosenIdSchema = z.string().regex(/^\w{1,64}$/, 'Use letters, digits and underscores.');
