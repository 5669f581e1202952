// Public: other features may import this file.
import * as z from 'zod';

// Without the senders: see the payloads of calls.

/** The payload of the outbox item of an upload. */
export const uploadPayloadSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  fileName: z.string(),
  sizeBytes: z.number(),
  title: z.string(),
  /** True if the document was in the workspace before that was linked. It is kept if its upload is canceled. */
  wasLocal: z.boolean().optional(),
  /** When the remote's list was last read in full before the upload was queued. */
  listReadAt: z.number().nullish(),
});

export type UploadPayload = z.output<typeof uploadPayloadSchema>;

/** The payload of the outbox item of a new version: its number here, which has the file. */
export const versionPayloadSchema = z.object({ version: z.int().min(1) });
