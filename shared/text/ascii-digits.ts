/** Replaces the digits of all scripts by ASCII digits. The digits of one script have consecutive code points. */
export function toAsciiDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const codePoint = digit.codePointAt(0) ?? 0;
    let zero = codePoint;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((codePoint - zero) % 10);
  });
}
