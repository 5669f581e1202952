const labelPattern = String.raw`[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})`;
const domainPattern = String.raw`(?:${labelPattern}\.){1,8}[A-Za-z]{2,24}`;

const emailPattern = new RegExp(String.raw`\b([A-Za-z0-9._%+-]{1,64})@(${domainPattern})`, 'g');
const urlPattern = new RegExp(String.raw`\b(?:https?:\/\/|ftp:\/\/)(?:www\.)?([^\s"'<>]{1,2000})`, 'gi');
const bareDomainPattern = new RegExp(
  String.raw`\b(?:www\.(${domainPattern})|(${labelPattern}(?:\.${labelPattern}){0,4}\.(?:com|org|net|io|dev|app|edu|gov|co\.uk)))(\/[^\s"'<>]*)?`,
  'gi',
);

/** North American notation, then with a country code, then with a leading zero. */
const phonePattern =
  /(?<![\w.$])(?:(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}|\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}|0\d{1,4}(?:[ -]\d{2,4}){2,3})(?!\w|[.,]\d)/g;
const unspacedPhonePattern = /(?<![\w.$])\+(\d{7,15})\b/g;

/** Spells out email addresses, URLs and phone numbers for a listener who writes them down. */
export function normalizeAddresses(text: string): string {
  return text
    .replaceAll(urlPattern, (_, rest: string) => normalizeUrl(rest))
    .replaceAll(
      emailPattern,
      (_, user: string, host: string) => `${normalizeUrlPart(user)} at ${normalizeUrlPart(host)}`,
    )
    .replaceAll(bareDomainPattern, (_, wwwDomain?: string, domain?: string, path?: string) =>
      normalizeUrl((wwwDomain ?? domain ?? '') + (path ?? '')),
    )
    .replaceAll(unspacedPhonePattern, (_, digits: string) =>
      formatDigitGroups(digits.match(/\d{1,3}(?=(?:\d{3})*\d{4}$)|\d{4}$/g) ?? []),
    )
    .replaceAll(phonePattern, (number) => normalizePhone(number));
}

/** Spells out host and path, without query and fragment. */
function normalizeUrl(url: string): string {
  const punctuation = /[.,;:!?)\]]*$/.exec(url)?.[0] ?? '';
  const [hostAndPath = ''] = url.slice(0, url.length - punctuation.length).split(/[?#]/);
  return hostAndPath.split('/').filter(Boolean).map(normalizeUrlPart).join(' slash ') + punctuation;
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

/** Separates digits with spaces and groups with commas, which the synthesizer reads as pauses. */
function formatDigitGroups(groups: readonly string[]): string {
  return groups.map((digits) => [...digits].join(' ')).join(', ');
}
