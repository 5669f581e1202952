const visibleCharacterPattern = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;

/** Normalizes a name or title: collapses white space and control characters, removes bidirectional overrides. Returns '' if nothing is visible. */
export function toPlainLine(text: string): string {
  const line = text
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  return visibleCharacterPattern.test(line) ? line : '';
}

/** Normalizes multi-line text: keeps line breaks and tabs, removes other control characters. Returns '' if nothing is visible. */
export function toPlainText(text: string): string {
  const plain = text
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\n\t\P{Cc}]/gu, '')
    .trim();
  return visibleCharacterPattern.test(plain) ? plain : '';
}
