import { limits } from '../../../shared/contract/limits.ts';

/** Returns a document title for a file name: without folders, extension, underscores, control characters and direction marks. */
export function getTitleFromFileName(fileName: string): string {
  const name = fileName.split(/[/\\]/).at(-1) ?? '';
  const stem = name.replace(/(?<=.)\.[a-z0-9]{1,5}$/i, '');
  const title = stem
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}_\s]+/gu, ' ')
    .trim()
    .slice(0, limits.titleLength)
    .trim();
  return title === '' ? 'Untitled document' : title;
}

/** Removes control characters from the file name. Browsers send them, but multipart headers must not contain them. */
export function sanitizeUploadFile(file: File): File {
  const name = file.name.replaceAll(/\p{Cc}+/gu, ' ');
  return name === file.name ? file : new File([file], name, { type: file.type, lastModified: file.lastModified });
}
