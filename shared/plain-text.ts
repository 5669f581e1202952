const visibleCharacterPattern = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;

/** A name or title: white space and control characters fold to one blank; nothing turns the text around it about. Empty where nothing could be seen. */
export function toPlainLine(text: string): string {
  const line = text
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  return visibleCharacterPattern.test(line) ? line : '';
}

/** A text of any number of lines without other control characters. Empty where nothing could be seen. */
export function toPlainText(text: string): string {
  const plain = text
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\n\t\P{Cc}]/gu, '')
    .trim();
  return visibleCharacterPattern.test(plain) ? plain : '';
}
