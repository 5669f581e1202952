const name = String.raw`[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})`;
const domain = String.raw`(?:${name}\.){1,8}[A-Za-z]{2,24}`;

const mail = new RegExp(String.raw`\b([A-Za-z0-9._%+-]{1,64})@(${domain})`, 'g');
const link = new RegExp(String.raw`\b(?:https?:\/\/|ftp:\/\/)(?:www\.)?([^\s"'<>]{1,2000})`, 'gi');
const site = new RegExp(
  String.raw`\b(?:www\.(${domain})|(${name}(?:\.${name}){0,4}\.(?:com|org|net|io|dev|app|edu|gov|co\.uk)))(\/[^\s"'<>]*)?`,
  'gi',
);

/** As they are written in North America, then with a country's number, then with a leading zero. */
const phone =
  /(?<![\w.$])(?:(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}|\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}|0\d{1,4}(?:[ -]\d{2,4}){2,3})(?!\w|[.,]\d)/g;
const joinedPhone = /(?<![\w.$])\+(\d{7,15})\b/g;

/** E-mail addresses, links and telephone numbers as one says them to somebody who writes them down. */
export function spellAddresses(text: string): string {
  return text
    .replaceAll(link, (_, rest: string) => sayPlace(rest))
    .replaceAll(mail, (_, user: string, host: string) => `${sayName(user)} at ${sayName(host)}`)
    .replaceAll(site, (_, bare?: string, known?: string, path?: string) =>
      sayPlace((bare ?? known ?? '') + (path ?? '')),
    )
    .replaceAll(joinedPhone, (_, digits: string) =>
      sayGroups(digits.match(/\d{1,3}(?=(?:\d{3})*\d{4}$)|\d{4}$/g) ?? []),
    )
    .replaceAll(phone, (number) => sayPhone(number));
}

/** Host and path; what is asked of the place (query, fragment) nobody says. */
function sayPlace(place: string): string {
  const end = /[.,;:!?)\]]*$/.exec(place)?.[0] ?? '';
  const [path = ''] = place.slice(0, place.length - end.length).split(/[?#]/);
  return path.split('/').filter(Boolean).map(sayName).join(' slash ') + end;
}

function sayName(part: string): string {
  return part
    .replaceAll('.', ' dot ')
    .replaceAll('_', ' underscore ')
    .replaceAll('-', ' dash ')
    .replaceAll('+', ' plus ');
}

function sayPhone(number: string): string {
  const groups = number.match(/\d+/g) ?? [];
  const count = groups.join('').length;
  return count >= 7 && count <= 15 ? sayGroups(groups) : number;
}

/** Digit by digit, with a rest after each group. */
function sayGroups(groups: readonly string[]): string {
  return groups.map((digits) => [...digits].join(' ')).join(', ');
}
