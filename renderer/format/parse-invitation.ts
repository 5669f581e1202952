import * as z from 'zod';
import { invitationLabels } from './format-invitation.ts';

const parsedSchema = z.object({
  organization: z.string().catch(''),
  org_id: z.string().min(1),
  email: z.string().min(1),
  secret: z.string().min(1),
  /** Empty if the service could not be reached when the invitation was created. */
  base_url: z.string().catch(''),
});

export type ParsedInvitation = z.infer<typeof parsedSchema>;

/** A longer text is not an invitation. */
export const invitationMaxLength = 20_000;

/** Reads the text or the file of an invitation. Returns null if it is not one. */
export function parseInvitation(text: string): ParsedInvitation | null {
  if (text.length > invitationMaxLength) return null;
  return parsedSchema.safeParse(text.trimStart().startsWith('{') ? parseJson(text) : readLines(text)).data ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads the labeled lines, which a mail program may have quoted. */
function readLines(text: string): unknown {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^[\s>]+/, ''));
  const read = (label: string) => lines.find((line) => line.startsWith(`${label}: `))?.slice(label.length + 2);
  const baseUrl = read(invitationLabels.base_url)?.trim() ?? '';
  return {
    organization: /^You are invited to (.{1,500}) in Switchboard\b/m.exec(lines.join('\n'))?.[1],
    org_id: read(invitationLabels.org_id)?.trim(),
    email: read(invitationLabels.email)?.trim(),
    secret: read(invitationLabels.secret)?.trim(),
    base_url: /^https?:/i.test(baseUrl) ? baseUrl : '',
  };
}
