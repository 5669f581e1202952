import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { toPlainToken } from '../text/plain-text.ts';
import { connectionSettingsSchema, keyWithoutScheme } from './connection.ts';

/** Documentation of servers often gives the address of an operation, which is pasted as the base URL. */
const operationPattern = /\/(?:(?:chat\/)?completions|embeddings|models|audio\/(?:speech|transcriptions))\/*$/;

/** Where a server with the OpenAI API is. */
export const modelServerSchema = z.object({
  base_url: connectionSettingsSchema.shape.base_url.overwrite((url) => url.replace(operationPattern, '')),
  allow_http: z.boolean().default(false),
});

export type ModelServerAddress = z.output<typeof modelServerSchema>;

export const modelNameSchema = z
  .string()
  .overwrite(toPlainToken)
  .min(1, 'Enter the name of the model.')
  .max(limits.titleLength);

export const modelServerKeySchema = z
  .string()
  .overwrite(toPlainToken)
  .max(limits.remoteKeyLength)
  .refine(...keyWithoutScheme)
  .nullable()
  .default(null)
  .meta({ description: 'The API key of a server; null to keep the stored one, empty for none' });
