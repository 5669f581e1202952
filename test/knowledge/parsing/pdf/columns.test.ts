import { expect, test } from 'vitest';
import { readSections } from '../collect-sections.ts';
import { drawLines, drawPdf, drawText } from './draw-pdf.ts';

const read = async (content: string) => (await readSections(drawPdf([content]), 'pdf')).text;
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
const drawAt = (x: number, lines: readonly (readonly [y: number, text: string])[], size = 9) =>
  lines.map(([y, text]) => drawText(x, y, text, { size })).join(' ');

test('reads columns one after the other, if one has wrapped paragraphs and the other has lines at other heights', async () => {
  const draw = (x: number, lines: readonly (readonly [y: number, text: string])[]) =>
    lines.map(([y, text]) => drawText(x, y, text)).join(' ');
  const left = [
    [742, '1. Scope'],
    [720, '1.1 These terms apply to all rentals of the'],
    [709, 'boats between the harbor and its customers.'],
    [687, '1.2 Other terms do not apply unless the'],
    [676, 'harbor has accepted them in writing.'],
    [654, '2. Time'],
    [632, '2.1 The rental starts at 7:30 in the morning'],
    [621, 'and ends when the boat is returned.'],
  ] as const;
  const right = [
    [749, '3. Deposit'],
    [727, '3.1 The deposit is not less than 150 EUR.'],
    [705, '3.2 It is returned within 14 days.'],
    [683, '4. Liability'],
    [661, '4.1 The tenant pays for damage up to 2500 EUR.'],
    [639, '4.2 Sails are excluded from the waiver.'],
  ] as const;
  expect(flat(await read(draw(60, left) + draw(330, right)))).toBe(
    [...left, ...right].map(([, text]) => text).join(' '),
  );
});

test('reads columns of text one after the other, although their paragraphs happen to begin at the same heights', async () => {
  const left = [
    'Article 1. The tenant receives the car',
    'with a full tank and returns it full.',
    'Article 2. The distance is limited to',
    '250 km a day; each further one is paid.',
    'Article 3. The deposit is 600 EUR. After',
    'an accident the tenant pays 900 EUR, or',
  ];
  const right = [
    '300 EUR with the option for 7 EUR a day.',
    'Article 4. The driver is at least 21.',
    'Article 5. A fine is paid by the tenant,',
    'with 25 EUR for the work it causes.',
    'Article 6. After a breakdown, call us by',
    'day and night. We agree to all repairs.',
  ];
  expect(flat(await read(drawLines(60, 700, left) + drawLines(290, 700, right)))).toBe([...left, ...right].join(' '));
});

test('reads price lists beside each other, whose lines are at other heights, one after the other', async () => {
  const lists = [
    ['Cucumber salad', 'Pumpkin soup', 'Trout on bread', 'Fried cheese'],
    ['Apple pie', 'Red jelly', 'Ice cream', 'Cheese cake'],
  ];
  const content = lists.flatMap((names, at) =>
    names.map((name, index) => {
      const y = 700 - index * 14 - at * 5;
      return drawText(60 + at * 240, y, name) + drawText(200 + at * 240, y, `${4 + at}.${index}0 EUR`);
    }),
  );
  expect(await read(content.join(' '))).toBe(
    lists.map((names, at) => names.map((name, index) => `${name}\t${4 + at}.${index}0 EUR`).join('\n')).join('\n\n'),
  );
});

test('reads three columns of the same width one after the other, although paragraphs of two begin at the same heights', async () => {
  const columns = [
    [
      [752, '1. Order'],
      [740, '1a The gate is closed at ten in the evening'],
      [730, 'and opens again at six in the morning.'],
      [720, 'Boats are let to guests with a license who'],
      [710, 'pay a deposit and show their card at the'],
      [700, 'desk of the office.'],
      [683, '1b Dogs stay on a lead at all times, and are'],
      [673, 'not taken to the piers. The fee for each is'],
    ],
    [
      [758, 'due on arrival and paid together with the'],
      [748, 'other fees of the berth.'],
      [731, '2. Water'],
      [719, '2a Water is sold by the liter at the pump for'],
      [709, 'EUR. The office keeps a book of it at the'],
      [699, 'desk.'],
      [681, '2b The pump is closed at night, as are the'],
      [671, 'showers.'],
    ],
    [
      [758, '2c Pay at the desk in cash or with a card of'],
      [748, 'your bank.'],
      [731, '3. Keys'],
      [719, '3a The keys are handed out on arrival, and'],
      [709, 'returned to the box at the door.'],
      [691, '3b Lost keys are replaced by the office on'],
      [681, 'the next day. Guests pay for the new lock and'],
      [671, 'for the key.'],
    ],
  ] as const;
  const content = columns.map((lines, at) => drawAt(48.5 + at * 169.6, lines, 7)).join(' ');
  expect(flat(await read(content))).toBe(columns.flatMap((lines) => lines.map(([, text]) => text)).join(' '));
});

test('keeps the rows of a table whose wrapped cells have the same middles', async () => {
  const names = [
    [761, 'Hall 1'],
    [730.6, 'Berth 2'],
    [700, 'Hall 3 and the rooms'],
    [690, 'above the gym'],
    [659, 'Crane 4'],
    [634, 'Berth 5 with the long'],
    [624, 'and narrow pier'],
    [603, 'Crane 6 at the new'],
    [593, 'pier, with its own pump'],
    [583, 'and lamp'],
  ] as const;
  const texts = [
    [766, 'The lights are switched off by the staff at'],
    [756, 'night, and are on again at six.'],
    [735.6, 'The pump is beside the office, and water is'],
    [725.6, 'free.'],
    [705, 'The rooms are let by the hour to members of'],
    [695, 'the club, and to their guests from other towns'],
    [685, 'on each day of the week.'],
    [664, 'The crane lifts boats of up to six tons for all'],
    [654, 'members of the club.'],
    [634, 'Boats are tied to the pier at both ends, with'],
    [624, 'ropes of their own.'],
    [598, 'The crane is used by the staff only, and is'],
    [588, 'closed in winter.'],
  ] as const;
  const rows = (await read(drawAt(68, names) + drawAt(185, texts))).split('\n');
  expect(rows).toContain('Hall 1\tThe lights are switched off by the staff at night, and are on again at six.');
  expect(rows).toContain('Berth 2\tThe pump is beside the office, and water is free.');
});
