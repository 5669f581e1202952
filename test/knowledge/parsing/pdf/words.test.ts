import { expect, test } from 'vitest';
import { readSections } from '../collect-sections.ts';
import { drawLines, drawPdf, drawText } from './draw-pdf.ts';

const read = async (content: string) => (await readSections(drawPdf([content]), 'pdf')).text;
/** Draws each character by itself, at a distance from the previous one. */
const drawSpaced = (x: number, y: number, text: string, distance: number) =>
  Array.from(text, (character, at) => (character === ' ' ? '' : drawText(x + at * distance, y, character))).join(' ');

const marks: readonly (readonly [name: string, content: string, text: string])[] = [
  [
    'a footnote mark with a text rise',
    'BT /F1 11 Tf 60 700 Td (It costs $32) Tj /F1 7 Tf 4 Ts (1) Tj /F1 11 Tf 0 Ts ( a day.) Tj ET',
    'It costs $32¹ a day.',
  ],
  [
    'a footnote mark that is drawn by itself',
    [drawText(60, 700, 'Cancel within 7'), drawText(134.6, 704, '2', { size: 7 }), drawText(142, 700, 'days.')].join(
      ' ',
    ),
    'Cancel within 7² days.',
  ],
  [
    'an exponent',
    'BT /F1 11 Tf 60 700 Td (About 10) Tj 5 Ts /F1 7 Tf (-4) Tj 0 Ts /F1 11 Tf ( grams) Tj ET',
    'About 10⁻⁴ grams',
  ],
  [
    'several footnote marks',
    'BT /F1 11 Tf 60 700 Td (It is free) Tj /F1 7 Tf 4 Ts (1,2) Tj /F1 11 Tf 0 Ts ( today.) Tj ET',
    'It is free[1,2] today.',
  ],
  [
    'a letter as a footnote mark',
    'BT /F1 11 Tf 60 700 Td (It costs $32) Tj /F1 7 Tf 4 Ts (a) Tj /F1 11 Tf 0 Ts ( a day.) Tj ET',
    'It costs $32[a] a day.',
  ],
  [
    'a letter as a mark after a word',
    'BT /F1 11 Tf 60 700 Td (It costs 15 EUR) Tj /F1 7 Tf 4 Ts (a) Tj /F1 11 Tf 0 Ts ( a day.) Tj ET',
    'It costs 15 EUR[a] a day.',
  ],
  [
    'a letter with an exponent and an index',
    [
      drawText(60, 700, 'The value x'),
      drawText(114.5, 704, '2', { size: 7 }),
      drawText(114.5, 697, '1', { size: 7 }),
      drawText(122, 700, 'is positive.'),
    ].join(' '),
    'The value x²₁ is positive.',
  ],
  [
    'an ordinal number',
    'BT /F1 11 Tf 60 700 Td (On the 3) Tj /F1 7 Tf 4 Ts (rd) Tj /F1 11 Tf 0 Ts ( of May) Tj ET',
    'On the 3rd of May',
  ],
  [
    'a subscript',
    'BT /F1 11 Tf 60 700 Td (Less CO) Tj /F1 7 Tf -2 Ts (2) Tj /F1 11 Tf 0 Ts ( in the air) Tj ET',
    'Less CO2 in the air',
  ],
  [
    'a fraction with a slash',
    'BT /F1 11 Tf 60 700 Td (Use 2) Tj /F1 7 Tf 4 Ts (1) Tj 0 Ts /F1 11 Tf (/) Tj /F1 7 Tf (4) Tj /F1 11 Tf ( cups) Tj ET',
    'Use 2 1/4 cups',
  ],
  [
    'a fraction with a bar',
    [
      drawText(60, 700, 'Use'),
      drawText(85, 706, '3', { size: 8 }),
      drawText(85, 695, '4', { size: 8 }),
      '84 703.4 m 90.4 703.4 l S',
      drawText(94, 700, 'of a cup.'),
    ].join(' '),
    'Use 3/4 of a cup.',
  ],
  [
    'a fraction without a line',
    [
      drawText(60, 700, 'Add'),
      drawText(84, 704.5, '1', { size: 7 }),
      drawText(84, 697, '2', { size: 7 }),
      drawText(91, 700, 'cup.'),
    ].join(' '),
    'Add 1/2 cup.',
  ],
  [
    'a fraction of several terms',
    [
      drawText(60, 700, 'r ='),
      drawText(80, 707, 'a + b'),
      drawText(88, 693, '2c'),
      '79 704 m 106 704 l S',
      drawText(111, 700, 'percent'),
    ].join(' '),
    'r = (a + b)/2c percent',
  ],
  [
    'numbers above and below the line of a sum',
    [
      drawText(60, 714, 'Tax'),
      drawText(120, 714, '12.50'),
      '119 710.5 m 149 710.5 l S',
      drawText(60, 700, 'Sum'),
      drawText(120, 700, '62.50'),
    ].join(' '),
    'Tax\t12.50\nSum\t62.50',
  ],
  [
    'an exponent of almost the same size',
    'BT /F1 12 Tf 60 700 Td (About 10) Tj 5 Ts /F1 10.7 Tf (4) Tj 0 Ts /F1 12 Tf ( hours) Tj ET',
    'About 10⁴ hours',
  ],
  [
    'an ordinal number of almost the same size',
    'BT /F1 11 Tf 60 700 Td (On the 3) Tj 5.4 Ts /F1 10.7 Tf (rd) Tj 0 Ts /F1 11 Tf ( of May) Tj ET',
    'On the 3rd of May',
  ],
  [
    'a low subscript',
    'BT /F1 10 Tf 60 700 Td (Less CO) Tj /F1 8 Tf -5 Ts (2) Tj /F1 10 Tf 0 Ts ( in the air) Tj ET',
    'Less CO2 in the air',
  ],
  [
    'a fraction character',
    drawText(60, 700, 'Use \\275 cup of 5\\262 m.').replaceAll('\\\\', '\\'),
    'Use ½ cup of 5² m.',
  ],
  [
    'a raised letter with a bracket',
    'BT /F1 11 Tf 60 700 Td (It is 3%) Tj 4 Ts /F1 7 Tf (b\\)) Tj 0 Ts /F1 11 Tf ( a year.) Tj ET',
    'It is 3%[b] a year.',
  ],
  [
    'an exponent before the slash of a unit',
    'BT /F1 11 Tf 60 700 Td (About 120 m) Tj 4 Ts /F1 7 Tf (3) Tj 0 Ts /F1 11 Tf (/h) Tj ET',
    'About 120 m³/h',
  ],
  [
    'an exponent that has a subscript',
    [
      'BT /F1 11 Tf 60 700 Td (About 10) Tj 4 Ts /F1 7 Tf (x) Tj 2.5 Ts /F1 5 Tf (2) Tj 0 Ts /F1 11 Tf ( units and 2) Tj',
      '4 Ts /F1 7 Tf (n+1) Tj 0 Ts /F1 11 Tf ( parts) Tj ET',
    ].join(' '),
    'About 10^x₂ units and 2^(n+1) parts',
  ],
  [
    'the cents of a price that are raised',
    'BT /F1 20 Tf 60 700 Td (19) Tj 7 Ts /F1 11 Tf (99) Tj 0 Ts /F1 20 Tf ( EUR or $24) Tj 7 Ts /F1 11 Tf (50) Tj ET',
    '19.99 EUR or $24.50',
  ],
  [
    'the cents of a price tag without a currency',
    'BT /F1 25 Tf 60 700 Td (4) Tj 9 Ts /F1 13 Tf (99) Tj 0 Ts ET',
    '4.99',
  ],
  [
    'a degree sign that is a raised circle or letter',
    [
      'BT /F1 11 Tf 60 700 Td (Below 20) Tj 4 Ts /FU 7 Tf <25e6> Tj 0 Ts /F1 11 Tf (C or 68) Tj',
      '4 Ts /F1 7 Tf (o) Tj 0 Ts /F1 11 Tf (F) Tj ET',
    ].join(' '),
    'Below 20°C or 68°F',
  ],
  [
    'a fraction with a slash and digits of the same size',
    'BT /F1 11 Tf 60 700 Td (Use ) Tj 5.3 Ts /F1 10.7 Tf (1) Tj 0 Ts /F1 11 Tf (/) Tj -5.3 Ts /F1 10.7 Tf (2) Tj 0 Ts /F1 11 Tf ( cup) Tj ET',
    'Use 1/2 cup',
  ],
];

test.each(marks)('reads %s', async (_, content, text) => {
  expect(await read(content)).toBe(text);
});

const broken: readonly (readonly [name: string, content: string, text: string])[] = [
  ['letters with a distance', drawSpaced(60, 700, 'Refund policy', 9), 'Refund policy'],
  ['letters that are separated by spaces', drawText(60, 700, 'R e f u n d   p o l i c y'), 'Refund policy'],
  ['letters with a character spacing', `5 Tc ${drawText(60, 700, 'Refund policy')}`, 'Refund policy'],
  [
    'narrow spaces in a line that is pressed into its column',
    'BT /F1 11 Tf 60 700 Td [(Keys) -115 (are) -105 (returned) -110 (at) -115 (the) -110 (desk)] TJ ET',
    'Keys are returned at the desk',
  ],
  [
    'letters that are moved apart a little in a line with wider spaces',
    'BT /F1 11 Tf 60 700 Td [(The) -250 (applic) -90 (ation) -250 (of) -250 (the) -250 (rules)] TJ ET',
    'The application of the rules',
  ],
  [
    'a narrow space between two fonts',
    'BT /F1 11 Tf 60 700 Td [(Ask the staff) -130] TJ /FB 11 Tf (about) Tj ET',
    'Ask the staff about',
  ],
  [
    'words of a heading whose letters are moved apart in an array',
    `BT /F1 18 Tf 60 700 Td [${Array.from('OPENING HOURS OF THE POOL', (c) => (c === ' ' ? '-370' : `(${c}) -250`)).join(' ')}] TJ ET`,
    'OPENING HOURS OF THE POOL',
  ],
  [
    'letters that are moved apart in an array',
    'BT /F1 11 Tf 60 700 Td [(R) -300 (e) -300 (f) -300 (u) -300 (n) -300 (d)] TJ ET',
    'Refund',
  ],
  [
    'text that is drawn twice to look bold',
    `${drawText(60, 700, '2200 EUR')} ${drawText(60.4, 700, '2200 EUR')}`,
    '2200 EUR',
  ],
  [
    'text that is drawn again word by word',
    `${drawText(60, 700, '2200 EUR')} BT /F1 11 Tf 60.4 700 Td (2200 ) Tj (EUR) Tj ET`,
    '2200 EUR',
  ],
  [
    'characters that are each drawn twice',
    Array.from('2200 EUR', (c, at) => drawText(60 + at * 7, 700, c) + drawText(60.3 + at * 7, 700, c)).join(' '),
    '2200 EUR',
  ],
  [
    'characters that are drawn again together with the next one',
    `BT /F1 11 Tf 60 700 Td (A) Tj 1 0 0 1 60.3 700 Tm (AB) Tj 1 0 0 1 67.64 700 Tm (BC) Tj ET`,
    'ABC',
  ],
  [
    'letters that are set apart, some of them by themselves',
    [
      `5 Tc ${drawText(60, 700, 'A')} ${drawText(80.4, 700, 'GNU')} ${drawText(129.8, 700, 'MANUA')} 0 Tc`,
      drawText(193.4, 700, 'L'),
    ].join(' '),
    'A GNU MANUAL',
  ],
  [
    'the text of a footnote close to its mark',
    'BT /F1 7 Tf 60 704 Td (16) Tj 1 0 0 1 68 700 Tm /F1 11 Tf (If it rains, the hall is used.) Tj ET',
    '16 If it rains, the hall is used.',
  ],
  [
    'a text with a shadow',
    `0.7 g ${drawText(61.2, 698.8, 'Offer 20', { size: 20 })} 0 g ${drawText(60, 700, 'Offer 20', { size: 20 })}`,
    'Offer 20',
  ],
  [
    'a spacing that is used between words and taken back between letters',
    'BT /F1 10 Tf 4 Tc 60 700 Td [(,i) 400 (ft) 400 (h) 400 (e)] TJ ET',
    ', if the',
  ],
  ['a space that a negative spacing takes back', `BT /F1 10 Tf -2.7 Tw 60 700 Td (ev er) Tj ET`, 'ever'],
  [
    'spaced words, and a line below them',
    `4 Tc ${drawText(60, 700, 'OPENING HOURS', { font: 'FB' })} 0 Tc ${drawText(60, 686, 'From nine in the morning to five in the afternoon')}`,
    'OPENING HOURS\nFrom nine in the morning to five in the afternoon',
  ],
  [
    'short words with letters that are each drawn by themselves',
    Array.from('Rules of the club', (letter, at) => drawText(60 + at * 13, 700, letter)).join(' '),
    'Rules of the club',
  ],
  [
    'wide spaces of justified lines',
    `14 Tw ${drawLines(60, 700, ['The annual fee of members', 'is 240 EUR and is paid in'])}`,
    'The annual fee of members is 240 EUR and is paid in',
  ],
  [
    'a large first letter beside two lines',
    [
      drawText(60, 680, 'T', { size: 36 }),
      drawText(86, 694, 'he club opens at nine'),
      drawText(86, 680, 'in the morning on each'),
      drawText(60, 666, 'day of the whole long year.'),
    ].join(' '),
    'The club opens at nine in the morning on each day of the whole long year.',
  ],
  [
    'a large first letter that is drawn with a space',
    [
      drawText(60, 680, 'T ', { size: 36 }),
      drawText(86, 694, 'he club opens at nine'),
      drawText(86, 680, 'in the morning.'),
    ].join(' '),
    'The club opens at nine in the morning.',
  ],
  [
    'lines that begin below the top of a large letter',
    `${drawText(60, 680, 'T', { size: 36 })} ${drawText(60, 698, 'he club opens at nine')} ${drawText(100, 684, 'in the morning')}`,
    'he club opens at nine in the morning\n\nT',
  ],
  [
    'short items whose marks are drawn',
    `${drawText(60, 714, 'The following is needed by all the members of the whole club.')} ${drawLines(75, 680, ['Bring a towel', 'Bring a coin'])}`,
    'The following is needed by all the members of the whole club.\n\nBring a towel\nBring a coin',
  ],
  [
    'numbered items without a period',
    drawLines(60, 700, ['The following is needed by all members of the club', '1. Pay the fee', '2. Sign the form']),
    'The following is needed by all members of the club\n1. Pay the fee\n2. Sign the form',
  ],
  ['ligatures', drawText(60, 700, 'o\ufb03ce \ufb01nd \ufb02at', { font: 'FU' }), 'office find flat'],
  [
    'soft hyphens and characters without width',
    drawText(60, 700, 'can\u00adcel\u200bla\u2060tion', { font: 'FU' }),
    'cancellation',
  ],
  [
    'cells with a space at their end',
    `${drawText(60, 700, 'Double ')} ${drawText(97, 700, '18 EUR')}`,
    'Double 18 EUR',
  ],
  [
    'an accent that is drawn over its letter',
    `${drawText(60, 700, 'caf')} ${drawText(74.6, 700, '\u00b4', { font: 'FU' })} ${drawText(74.6, 700, 'e', { font: 'FU' })}`,
    'café',
  ],
  [
    'symbols of Wingdings',
    `${drawText(60, 700, 'o', { font: 'FW' })} ${drawText(75, 700, 'Breakfast')} ${drawText(60, 660, 'x', { font: 'FW' })} ${drawText(75, 660, 'Dinner')}`,
    '☐ Breakfast\n\n☒ Dinner',
  ],
  [
    'symbols in the private use area',
    `${drawText(60, 700, '\uf0fe', { font: 'FU' })} ${drawText(75, 700, 'Dinner')}`,
    '☑ Dinner',
  ],
  [
    'text that is nearly upright',
    drawText(60, 700, 'Single', { matrix: '1 0.000002 -0.000002 1' }) +
      drawText(180, 700, '12 EUR', { matrix: '1 0.000002 -0.000002 1' }),
    'Single\t12 EUR',
  ],
];

test.each(broken)('reads %s', async (_, content, text) => {
  expect(await read(content)).toBe(text);
});

const wide = 'The nursery gives advice on the care of plants in the';
const hyphens: readonly (readonly [end: string, start: string, text: string])[] = [
  ['short-', 'and long-term', 'short- and long-term'],
  ['Hin-', 'und Rückfahrt', 'Hin- und Rückfahrt'],
  ['cus-', 'tomer desk', 'customer desk'],
  ['self-', 'service shop', 'self-service shop'],
  ['comma-', 'separated list', 'comma-separated list'],
  ['web-', 'based form', 'web-based form'],
  ['vice-', 'versa rule', 'vice-versa rule'],
  ['dis-', 'oriented guest', 'disoriented guest'],
  ['in-', 'dependent shop', 'independent shop'],
  ['inter-', 'dependent terms', 'interdependent terms'],
  ['inde-', 'pendent shop', 'independent shop'],
  ['well-', 'ness area', 'wellness area'],
  ['shop.example/long-', 'term page', 'shop.example/long-term page'],
  ['www.shop.example/', 'returns page', 'www.shop.example/returns page'],
  ['Franco-', 'German desk', 'Franco-German desk'],
  ['ex-', 'panded word', 'expanded word'],
  ['COVID-', '19 rules', 'COVID-19 rules'],
  ['2024\u2013', '2026 plan', '2024\u20132026 plan'],
  ['state-', 'of-the-art tools', 'state-of-the-art tools'],
  ['paper-', 'and-ink forms', 'paper-and-ink forms'],
  ['state-of-the-', 'art tools', 'state-of-the-art tools'],
  ['can\u00ad', 'cellation', 'cancellation'],
  ['cross-\u00ad', 'sectional view', 'cross-sectional view'],
  ['twenty-', 'five rooms', 'twenty-five rooms'],
];

test.each(hyphens)('joins %j and %j', async (end, start, text) => {
  const content = drawLines(60, 700, [`${wide} ${end}`, `${start} is open on all days of the week.`], 14, {
    font: 'FU',
  });
  expect(await read(content)).toContain(`in the ${text} is open`);
});

test('keeps the hyphen of a compound that is also hyphenated within a line', async () => {
  const lines = ['A light-weight bag is shown in the window of the shop, and another light-', 'weight bag is inside.'];
  expect(await read(drawLines(60, 700, lines))).toContain('another light-weight bag');
});

test('joins characters that are drawn at the same distance', async () => {
  const drawn = Array.from('HELLO HALL', (character, at) =>
    character === ' ' ? '' : drawText(60 + at * 10, 700, character, { size: 14 }),
  );
  expect(await read(drawn.join('\n'))).toBe('HELLO HALL');
});

test('joins the parts of a word between which a soft hyphen is drawn as a space without a width', async () => {
  const content =
    'BT /F1 11 Tf 60 700 Td (Free can) Tj ( ) Tj 42.18 0 Td (cel) Tj ( ) Tj 14.06 0 Td (lation of 2 rooms) Tj ET';
  expect(await read(content)).toBe('Free cancellation of 2 rooms');
});

test('reads numbers among letters that are drawn far apart', async () => {
  expect(await read(drawSpaced(60, 700, 'OPEN UNTIL 22 MAY', 12))).toBe('OPEN UNTIL 22 MAY');
  expect(await read(drawSpaced(60, 700, '1234567', 9))).toBe('1 2 3 4 5 6 7');
});
