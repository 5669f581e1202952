import { amountPattern, normalizeUnits } from './spell-measures.ts';

/** One and many, then the hundredth part. The synthesizer says dollars by itself, but neither their multiples nor the others. */
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

/** Money, measures and times in words wherever the synthesizer would misread the figures. */
export function normalizeAmounts(text: string): string {
  const said = text
    .replaceAll(/\b24\s?[/x]\s?7\b/g, 'twenty four seven')
    .replaceAll(/\b(1[3-9]|2[0-3]):00\b/g, '$1 hundred')
    .replaceAll(/\b(\d{1,2}(?::\d{2})?)\s?([ap])\.?m\b\.?/gi, (_, time: string, half: string) => {
      return `${time} ${half.toLowerCase()}.m.`;
    })
    .replaceAll(/(?<=\d) ?- ?(?=[$\u20ac\u00a3\u00a5\u20b9]\d)/g, ' to ')
    .replaceAll(symbolFirstPattern, (_, mark: string, amount: string, times?: string) =>
      normalizeMoney(amount, mark, times),
    )
    .replaceAll(symbolLastPattern, (_, amount: string, mark: string) => normalizeMoney(amount, mark));
  return normalizeUnits(said)
    .replaceAll(/\b(\d+)x\b/g, '$1 times')
    .replaceAll(/\b(\d)'\s?(\d{1,2})\b"?/g, '$1 feet $2')
    .replaceAll(/(?<=%|\b(?:dollars|euros|pounds|cents|pence|yen|rupees|bytes|\d)) ?\/ ?(?=[a-z])/g, ' per ')
    .replaceAll(/\d+(?:\.\d+){2,}/g, (version) => version.replaceAll('.', ' point '));
}

function normalizeMoney(amount: string, mark: string, multiple?: string): string {
  const [one, many, hundredth, hundredths] = currencies[mark] ?? [mark, mark, '', ''];
  if (multiple) return `${amount} ${multiples[multiple.toLowerCase()] ?? multiple} ${many}`;
  const [whole = '0', part] = amount.split('.');
  const wholes = `${whole} ${whole === '1' ? one : many}`;
  if (part?.length !== 2) return part === undefined ? wholes : `${amount} ${many}`;
  if (part === '00') return wholes;
  const parts = `${Number(part)} ${part === '01' ? hundredth : hundredths}`;
  return Number(whole) === 0 ? parts : `${wholes} ${parts}`;
}
