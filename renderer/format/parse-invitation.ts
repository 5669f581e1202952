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
  return (
    parsedSchema.safeParse(text.trimStart().startsWith('{') ? parseJson(text.trim()) : readLines(text)).data ?? null
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads the labeled lines, which a mail program may have quoted, made bold, or spaced in its own way. */
function readLines(text: string): unknown {
  const lines = text.split(/\r\n?|\n/).map((line) => line.replace(/^[\s>*]+/, ''));
  const read = (label: string) => {
    const pattern = new RegExp(`^${label}\\**:\\**\\s+(.*)$`);
    const value = lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
    return value === undefined ? undefined : removeLink(value.trim());
  };
  const baseUrl = read(invitationLabels.base_url) ?? '';
  return {
    organization: /^You are invited to (.{1,500}) in Switchboard\b/m.exec(lines.join('\n'))?.[1],
    org_id: read(invitationLabels.org_id),
    email: read(invitationLabels.email),
    secret: read(invitationLabels.secret),
    base_url: /^https?:/i.test(baseUrl) ? baseUrl : '',
  };
}

/** Removes what a mail program adds to an address when it writes a link as text: `<https://…>`, or `a@b.example <mailto:a@b.example>`. */
function removeLink(value: string): string {
  return value.replace(/^<([^<>\s]+)>$/, '$1').replace(/^([^<>\s]+)\s*<[^<>\s]+>$/, '$1');
}
