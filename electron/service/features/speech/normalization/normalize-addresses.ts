const labelPattern = String.raw`[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})`;
const domainPattern = String.raw`(?:${labelPattern}\.){1,8}[A-Za-z]{2,24}`;

const emailPattern = new RegExp(String.raw`\b([A-Za-z0-9._%+-]{1,64})@(${domainPattern})`, 'g');
const urlPattern = new RegExp(String.raw`\b(?:https?:\/\/|ftp:\/\/)(?:www\.)?([^\s"'<>]{1,2000})`, 'gi');
const bareDomainPattern = new RegExp(
  String.raw`\b(?:www\.(${domainPattern})|(${labelPattern}(?:\.${labelPattern}){0,4}\.(?:com|org|net|io|dev|app|edu|gov|co\.uk)))(\/[^\s"'<>]*)?`,
  'gi',
);

/** As they are written in North America, then with a country's number, then with a leading zero. */
const phonePattern =
  /(?<![\w.$])(?:(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}|\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}|0\d{1,4}(?:[ -]\d{2,4}){2,3})(?!\w|[.,]\d)/g;
const unspacedPhonePattern = /(?<![\w.$])\+(\d{7,15})\b/g;

/** E-mail addresses, links and telephone numbers as one says them to somebody who writes them down. */
export function normalizeAddresses(text: string): string {
  return text
    .replaceAll(urlPattern, (_, rest: string) => normalizeUrl(rest))
    .replaceAll(
      emailPattern,
      (_, user: string, host: string) => `${normalizeUrlPart(user)} at ${normalizeUrlPart(host)}`,
    )
    .replaceAll(bareDomainPattern, (_, bare?: string, known?: string, path?: string) =>
      normalizeUrl((bare ?? known ?? '') + (path ?? '')),
    )
    .replaceAll(unspacedPhonePattern, (_, digits: string) =>
      formatDigitGroups(digits.match(/\d{1,3}(?=(?:\d{3})*\d{4}$)|\d{4}$/g) ?? []),
    )
    .replaceAll(phonePattern, (number) => normalizePhone(number));
}

/** Host and path; what is asked of the place (query, fragment) nobody says. */
function normalizeUrl(place: string): string {
  const end = /[.,;:!?)\]]*$/.exec(place)?.[0] ?? '';
  const [path = ''] = place.slice(0, place.length - end.length).split(/[?#]/);
  return path.split('/').filter(Boolean).map(normalizeUrlPart).join(' slash ') + end;
}

function normalizeUrlPart(part: string): string {
  return part
    .replaceAll('.', ' dot ')
    .replaceAll('_', ' underscore ')
    .replaceAll('-', ' dash ')
    .replaceAll('+', ' plus ');
}

function normalizePhone(number: string): string {
  const groups = number.match(/\d+/g) ?? [];
  const count = groups.join('').length;
  return count >= 7 && count <= 15 ? formatDigitGroups(groups) : number;
}

/** Digit by digit, with a rest after each group. */
function formatDigitGroups(groups: readonly string[]): string {
  return groups.map((digits) => [...digits].join(' ')).join(', ');
}
