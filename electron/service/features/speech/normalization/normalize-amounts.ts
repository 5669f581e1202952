/** A number in English notation, of a bounded length. */
const amountPattern = String.raw`\d{1,12}(?:,\d{3})*(?:\.\d{1,6})?`;

/** Singular and plural of each unit. */
const units: Readonly<Record<string, readonly [string, string]>> = {
  bps: ['bit per second', 'bits per second'],
  kbps: ['kilobit per second', 'kilobits per second'],
  Mbps: ['megabit per second', 'megabits per second'],
  Gbps: ['gigabit per second', 'gigabits per second'],
  'Mbit/s': ['megabit per second', 'megabits per second'],
  'Gbit/s': ['gigabit per second', 'gigabits per second'],
  'MB/s': ['megabyte per second', 'megabytes per second'],
  'GB/s': ['gigabyte per second', 'gigabytes per second'],
  KB: ['kilobyte', 'kilobytes'],
  kB: ['kilobyte', 'kilobytes'],
  MB: ['megabyte', 'megabytes'],
  GB: ['gigabyte', 'gigabytes'],
  TB: ['terabyte', 'terabytes'],
  Hz: ['hertz', 'hertz'],
  kHz: ['kilohertz', 'kilohertz'],
  MHz: ['megahertz', 'megahertz'],
  GHz: ['gigahertz', 'gigahertz'],
  ms: ['millisecond', 'milliseconds'],
  sec: ['second', 'seconds'],
  secs: ['second', 'seconds'],
  min: ['minute', 'minutes'],
  mins: ['minute', 'minutes'],
  hr: ['hour', 'hours'],
  hrs: ['hour', 'hours'],
  mm: ['millimeter', 'millimeters'],
  cm: ['centimeter', 'centimeters'],
  km: ['kilometer', 'kilometers'],
  'km/h': ['kilometer per hour', 'kilometers per hour'],
  mph: ['mile per hour', 'miles per hour'],
  mi: ['mile', 'miles'],
  ft: ['foot', 'feet'],
  mg: ['milligram', 'milligrams'],
  kg: ['kilogram', 'kilograms'],
  lb: ['pound', 'pounds'],
  lbs: ['pound', 'pounds'],
  oz: ['ounce', 'ounces'],
  ml: ['milliliter', 'milliliters'],
  kWh: ['kilowatt hour', 'kilowatt hours'],
  kW: ['kilowatt', 'kilowatts'],
  '\u00b0C': ['degree Celsius', 'degrees Celsius'],
  '\u00b0F': ['degree Fahrenheit', 'degrees Fahrenheit'],
  '\u00b0': ['degree', 'degrees'],
};

const unitPattern = Object.keys(units)
  .toSorted((a, b) => b.length - a.length)
  .join('|');
const measurePattern = new RegExp(`\\b(${amountPattern})[\\s-]?(${unitPattern})(?![\\w/])`, 'g');

/**
 * Singular and plural of each currency and of its hundredth. The synthesizer pronounces only plain dollar amounts: no
 * multiples, and no other currency.
 */
const currencies: Readonly<Record<string, readonly [string, string, string, string]>> = {
  $: ['dollar', 'dollars', 'cent', 'cents'],
  '\u20ac': ['euro', 'euros', 'cent', 'cents'],
  '\u00a3': ['pound', 'pounds', 'penny', 'pence'],
  '\u00a5': ['yen', 'yen', 'sen', 'sen'],
  '\u20b9': ['rupee', 'rupees', 'paisa', 'paise'],
};

const multiples: Readonly<Record<string, string>> = { k: 'thousand', m: 'million', b: 'billion', bn: 'billion' };

const currencySymbolPattern = String.raw`[$\u20ac\u00a3\u00a5\u20b9]`;
const multiplePattern = String.raw`(?:\s?(k|m|bn?|thousand|million|billion|trillion)\b)?`;
const symbolFirstPattern = new RegExp(`(${currencySymbolPattern})\\s?(${amountPattern})${multiplePattern}`, 'gi');
const symbolLastPattern = new RegExp(`(${amountPattern})\\s?([\\u20ac\\u00a3\\u00a5\\u20b9])`, 'g');

/** Spells out money, measurements and times if the synthesizer would mispronounce them. */
export function normalizeAmounts(text: string): string {
  const normalized = text
    .replaceAll(/\b24\s?[/x]\s?7\b/g, 'twenty four seven')
    .replaceAll(/\b(1[3-9]|2[0-3]):00\b/g, '$1 hundred')
    .replaceAll(/\b(\d{1,2}(?::\d{2})?)\s?([ap])\.?m\b\.?/gi, (_, time: string, letter: string) => {
      return `${time} ${letter.toLowerCase()}.m.`;
    })
    .replaceAll(/(?<=\d) ?- ?(?=[$\u20ac\u00a3\u00a5\u20b9]\d)/g, ' to ')
    .replaceAll(symbolFirstPattern, (_, symbol: string, amount: string, multiple?: string) =>
      normalizeMoney(amount, symbol, multiple),
    )
    .replaceAll(symbolLastPattern, (_, amount: string, symbol: string) => normalizeMoney(amount, symbol));
  return normalizeUnits(normalized)
    .replaceAll(/\b(\d+)x\b/g, '$1 times')
    .replaceAll(/\b(\d)'\s?(\d{1,2})\b"?/g, '$1 feet $2')
    .replaceAll(/(?<=%|\b(?:dollars|euros|pounds|cents|pence|yen|rupees|bytes|\d)) ?\/ ?(?=[a-z])/g, ' per ')
    .replaceAll(/\d+(?:\.\d+){2,}/g, (version) => version.replaceAll('.', ' point '));
}

function normalizeMoney(amount: string, symbol: string, multiple?: string): string {
  const [singular, plural, hundredth, hundredths] = currencies[symbol] ?? [symbol, symbol, '', ''];
  if (multiple) return `${amount} ${multiples[multiple.toLowerCase()] ?? multiple} ${plural}`;
  const [whole = '0', fraction] = amount.split('.');
  const unitText = `${whole} ${whole === '1' ? singular : plural}`;
  if (fraction?.length !== 2) return fraction === undefined ? unitText : `${amount} ${plural}`;
  if (fraction === '00') return unitText;
  const fractionText = `${Number(fraction)} ${fraction === '01' ? hundredth : hundredths}`;
  return Number(whole) === 0 ? fractionText : `${unitText} ${fractionText}`;
}

/** `50 Mbps` becomes `50 megabits per second`. */
function normalizeUnits(text: string): string {
  return text.replaceAll(measurePattern, (_, amount: string, unit: string) => {
    return `${amount} ${units[unit]?.[amount === '1' ? 0 : 1]}`;
  });
}
