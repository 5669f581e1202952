import { Problem } from '../../../../shared/contract/problems.ts';
import { serveFile } from '../../platform/http/serve-file.ts';
import { hasFile, type DocumentRow } from './document-queries.ts';
import type { KnowledgeBase } from './knowledge-base.ts';

/** A web page is text, so that no browser runs its scripts. */
const mediaTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  html: 'text/plain',
  md: 'text/plain',
} as const;

type OriginalFile = Pick<DocumentRow, 'sha256' | 'size_bytes' | 'kind' | 'file_name'>;

/** Returns the original file, or the byte range of the request. Throws Problem `document_file_missing` or `document_file_damaged`. */
export async function serveOriginal(request: Request, { files }: Pick<KnowledgeBase, 'files'>, original: OriginalFile) {
  if (!hasFile(original))
    throw new Problem(
      'document_file_missing',
      'The document was uploaded elsewhere, so its original file is not on this computer.',
    );
  const { sha256, size_bytes, kind, file_name } = original;
  await files.verify({ sha256, size_bytes });
  return serveFile(request, {
    sizeBytes: size_bytes,
    etag: `"${sha256}"`,
    headers: {
      'Content-Type': mediaTypes[kind],
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file_name).replaceAll(/['()*]/g, percentEncode)}`,
    },
    read: (start, end) => files.read(sha256, start, end),
  });
}

const percentEncode = (character: string) => `%${character.codePointAt(0)?.toString(16).toUpperCase()}`;
