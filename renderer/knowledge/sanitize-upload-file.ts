/** The file under a name without control characters, which multipart headers cannot carry: browsers send them as they are. */
export function sanitizeUploadFile(file: File): File {
  const name = file.name.replaceAll(/\p{Cc}+/gu, ' ');
  return name === file.name ? file : new File([file], name, { type: file.type, lastModified: file.lastModified });
}
