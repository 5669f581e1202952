import { limits } from '../../../shared/contract/limits.ts';
import { toPlainLine } from '../../../shared/text/plain-text.ts';

/** Returns a document title for a file name: without folders, extension, underscores, control characters and direction marks. */
export function getTitleFromFileName(fileName: string): string {
  const name = fileName.split(/[/\\]/).at(-1) ?? '';
  const stem = name.replace(/(?<=.)\.[a-z0-9]{1,5}$/i, '');
  const title = toPlainLine(stem.replaceAll('_', ' ')).slice(0, limits.titleLength).trim();
  return title === '' ? 'Untitled document' : title;
}

/** Removes control characters from the file name. Browsers send them, but multipart headers must not contain them. */
export function sanitizeUploadFile(file: File): File {
  const name = file.name.replaceAll(/\p{Cc}+/gu, ' ');
  return name === file.name ? file : new File([file], name, { type: file.type, lastModified: file.lastModified });
}
