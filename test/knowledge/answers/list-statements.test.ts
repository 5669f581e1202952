import { expect, test } from 'vitest';
import { listStatements } from '../../../electron/service/features/knowledge/answers/list-statements.ts';

const list = (text: string) =>
  listStatements(text).map(({ text: statement, topic, isHeading }) => ({ statement, topic, isHeading }));

test('a heading is the topic of the sentences below it', () => {
  expect(list('Returns\n\nYou have 30 days. Bring the receipt with you.')).toEqual([
    { statement: 'Returns', topic: null, isHeading: true },
    { statement: 'You have 30 days.', topic: 'Returns', isHeading: false },
    { statement: 'Bring the receipt with you.', topic: 'Returns', isHeading: false },
  ]);
});

test('a question of the document is a heading, and a short answer belongs to the next sentence', () => {
  expect(list('Do you ship abroad? Yes. A parcel to Malta costs €12.')).toEqual([
    { statement: 'Do you ship abroad?', topic: null, isHeading: true },
    { statement: 'Yes. A parcel to Malta costs €12.', topic: 'Do you ship abroad?', isHeading: false },
  ]);
});

test('a table row has the names of its columns', () => {
  expect(list('Service\tDuration\tPrice\nWheel truing\t1 day\t€28\nNew chain\t2 days\t€45')).toEqual([
    { statement: 'Service Wheel truing: Duration 1 day, Price €28', topic: null, isHeading: false },
    { statement: 'Service New chain: Duration 2 days, Price €45', topic: null, isHeading: false },
  ]);
});

test('a sentence that continues in the next line is one statement, and a list item is one of its own', () => {
  expect(
    list('The driver calls you one day ahead and agrees on a\nwindow of two hours.\n• Please be at home then.'),
  ).toEqual([
    {
      statement: 'The driver calls you one day ahead and agrees on a window of two hours.',
      topic: null,
      isHeading: false,
    },
    { statement: 'Please be at home then.', topic: null, isHeading: false },
  ]);
});

test('lines without words are left out, and a statement has a limit', () => {
  expect(list('----------\n* * *\n\n')).toEqual([]);
  expect(list(`${'word '.repeat(300)}end.`)[0]?.statement).toHaveLength(400);
});

test('an entry of a list is no heading', () => {
  expect(list('Extras\n• Taking away the old one: £20\n• Hanging a TV on the wall')).toEqual([
    { statement: 'Extras', topic: null, isHeading: true },
    { statement: 'Taking away the old one: £20', topic: 'Extras', isHeading: false },
    { statement: 'Hanging a TV on the wall', topic: 'Extras', isHeading: false },
  ]);
});
