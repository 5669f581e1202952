import { formatCents } from '../../../../../shared/text/money.ts';
import { truncateText } from '../../../platform/text-line.ts';
import { countOverageMinutes } from '../billing-cycle.ts';
import { formatCreditNoteNumber, formatInvoiceNumber, type InvoiceRow } from '../invoice-row.ts';

/** Keeps the invoice on one page. */
const maxPlanNameLength = 60;

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const numberFormat = new Intl.NumberFormat('en-US');

/** The texts of an invoice. */
type InvoiceText = {
  readonly title: string;
  readonly status: string;
  readonly details: readonly (readonly [name: string, value: string])[];
  readonly header: readonly [string, string, string, string];
  readonly rows: readonly (readonly [description: string, minutes: string, rate: string, amount: string])[];
  readonly total: readonly [name: string, amount: string];
  readonly note: string;
};

export function toInvoiceText(invoice: InvoiceRow): InvoiceText {
  const { minutes_used, minutes_included, fee_cents, amount_cents } = invoice;
  const overage = countOverageMinutes({ minutesIncluded: minutes_included }, minutes_used);
  const includedUsed = Math.min(minutes_used, minutes_included);
  const creditNote = formatCreditNoteNumber(invoice);
  const plan = truncateText(invoice.plan_name, maxPlanNameLength);
  return {
    title: `Invoice ${formatInvoiceNumber(invoice)}`,
    status: describeStatus(invoice),
    details: [
      ['Invoice number', formatInvoiceNumber(invoice)],
      ['Issued on', dateFormat.format(invoice.cycle_end)],
      ['Billing period', `${dateFormat.format(invoice.cycle_start)} – ${dateFormat.format(invoice.cycle_end - 1)}`],
      ['Plan', plan],
      ['Minutes used', numberFormat.format(minutes_used)],
    ],
    header: ['Description', 'Minutes', 'Rate per minute', 'Amount'],
    rows: [
      [`${plan} plan, base fee`, '', '', formatCents(fee_cents)],
      [
        `Included minutes (${numberFormat.format(minutes_included)})`,
        numberFormat.format(includedUsed),
        'included',
        formatCents(0),
      ],
      [
        'Overage minutes',
        numberFormat.format(overage),
        formatCents(invoice.overage_cents_per_minute),
        formatCents(amount_cents - fee_cents),
      ],
      ...(creditNote === null ? [] : [[`Credit note ${creditNote}`, '', '', `-${formatCents(amount_cents)}`] as const]),
    ],
    total:
      invoice.reversed_at !== null
        ? ['Amount due (USD)', formatCents(0)]
        : [invoice.paid_at === null ? 'Amount due (USD)' : 'Total (USD)', formatCents(amount_cents)],
    note: `Completed calls are billed in whole minutes, rounded up. All calls were simulated; no real calls were placed.${amount_cents === 0 || invoice.status === 'void' ? ' No payment is due.' : ''}`,
  };
}

function describeStatus(invoice: InvoiceRow): string {
  const { status, paid_at, reversed_at } = invoice;
  const reversed = reversed_at === null ? '' : dateFormat.format(reversed_at);
  if (status === 'void') return `VOID since ${reversed}`;
  const paid = paid_at === null ? 'Open' : `Paid on ${dateFormat.format(paid_at)}`;
  const creditNote = formatCreditNoteNumber(invoice);
  return creditNote === null ? paid : `${paid}, credited in full on ${reversed} by credit note ${creditNote}`;
}

/** Scripts whose direction `layOutName` does not know. */
const unsupportedScripts =
  /^[\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}\p{sc=Mandaic}\p{sc=Samaritan}\p{sc=Mongolian}\p{sc=Hanifi_Rohingya}]$/u;

/** Printed for each letter, digit or emoji that no font has. */
export const missingCharacter = '□';

/** Returns the characters of a text that are printed as `missingCharacter`. */
export function listMissingCharacters(text: string, hasGlyph: (codePoint: number) => boolean): readonly string[] {
  return [...new Set(text.normalize('NFC'))].filter(
    (character) => character !== missingCharacter && toPrintableText(character, hasGlyph) === missingCharacter,
  );
}

const maxNamedCharacters = 12;

/** Names the characters that are printed as `missingCharacter`, as a sentence. */
export function describeMissing(characters: ReadonlySet<string>): string {
  const codes = [...characters].map(
    (character) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  const named = codes.slice(0, maxNamedCharacters).join(', ');
  const others = codes.length > maxNamedCharacters ? ` and ${codes.length - maxNamedCharacters} more` : '';
  return `${missingCharacter} is printed for ${named}${others}, which no font of this computer has. Screen readers get the full text.`;
}

/**
 * Returns a text as the font can print it. A character without a glyph loses its accents, or is replaced by `missingCharacter`. Returns
 * null if no letter or digit remains, not even a missing one.
 */
export function toPrintableText(text: string, hasGlyph: (codePoint: number) => boolean): string | null {
  const canPrint = (character: string) =>
    !unsupportedScripts.test(character) && hasGlyph(character.codePointAt(0) ?? 0);
  const printable = [...text.normalize('NFC')].map((character) => {
    if (canPrint(character)) return character;
    const parts = [...character.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part));
    const printed = parts.filter(canPrint).join('');
    return printed === '' && /[\p{L}\p{N}\p{S}]/u.test(character) ? missingCharacter : printed;
  });
  const line = printable
    .join('')
    .replaceAll(/(?:(?![\u200c\u200d])[\s\p{C}])+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}□]/u.test(line) ? line : null;
}
