import { describe, expect, it } from 'vitest';
import { recordingLimits } from '../../../electron/service/features/speech/recorder-protocol.ts';
import {
  normalizeText,
  splitUtterances,
} from '../../../electron/service/features/speech/normalization/normalize-text.ts';
import { startProcessorTimer } from '../../helpers/processes/start-processor-timer.ts';

describe('normalizeText', () => {
  it.each([
    // Money
    ['It costs $29.99/month.', 'It costs 29 dollars 99 cents per month.'],
    [
      '$1,250, €15, £20.50, £1.01, ¥100, 50 €',
      '1,250 dollars, 15 euros, 20 pounds 50 pence, 1 pound 1 penny, 100 yen, 50 euros',
    ],
    ['$5k–$5M, $0.99, $12.00', '5 thousand dollars to 5 million dollars, 99 cents, 12 dollars'],
    // Measures
    ['50 Mbps for 1 GB, 10ms, 72°F', '50 megabits per second for 1 gigabyte, 10 milliseconds, 72 degrees Fahrenheit'],
    ['10–15 days, ½ cup, 2½ cups, 3x', '10 to 15 days, 1/2 cup, 2 and a half cups, 3 times'],
    ['99.9% of the 1st 21st', '99.9% of the 1st 21st'],
    // Times and dates
    ['We are open 24/7.', 'We are open twenty four seven.'],
    ['from 9am–5pm, at 3:30 PM, until 15:00', 'from 9 a.m. to 5 p.m., at 3:30 p.m., until 15 hundred'],
    ['on 2026-11-21 or 11/21/2026', 'on November 21, 2026 or 11, 21, 2026'],
    // Addresses
    ['Call +1 415 555 0132.', 'Call 1, 4 1 5, 5 5 5, 0 1 3 2.'],
    ['(415) 555-0132 or 415-555-0132', '4 1 5, 5 5 5, 0 1 3 2 or 4 1 5, 5 5 5, 0 1 3 2'],
    ['+14155550132', '1, 4 1 5, 5 5 5, 0 1 3 2'],
    ['Write to support.team@example.com!', 'Write to support dot team at example dot com!'],
    ['See https://www.example.com/a-b/c?d=e#f, please.', 'See example dot com slash a dash b slash c, please.'],
    ['on example.com.', 'on example dot com.'],
    // Abbreviations
    ['e.g. this, i.e., that, etc.', 'for example, this, that is, that, et cetera.'],
    ['Dr. Smith vs. Ms. Lee of St. John', 'Doctor Smith versus Miz Lee of Saint John'],
    ['Our API, the FAQs and NASA', 'Our A.P.I., the F.A.Q.s and NASA'],
    [
      'and/or, yes/no, A/B, R&D, C++, C#, #5, No. 5',
      'and or, yes or no, A B, R and D, C plus plus, C sharp, number 5, number 5',
    ],
    // Symbols
    ['“Hi” — it’s… naïve Zoë, Łódź, straße', "Hi, it's... naive Zoe, Lodz, strasse"],
    ['*bold* _under_ {name} [x] <b>hi</b> a^b ~5', 'bold under name x hi a b about 5'],
    ['你好 Hello 😀 there', 'Hello there'],
    ['a\u0000b\u0007\tc\r\nd', 'a b c\nd'],
    ['$', ''],
    ['', ''],
  ])('converts %j to %j', (text, normalized) => {
    expect(normalizeText(text)).toBe(normalized);
  });

  it('returns only characters that the synthesizer supports', () => {
    const all = String.fromCharCode(...Array.from({ length: 0x3000 }, (_, code) => code));
    expect(normalizeText(all)).toMatch(/^[\n A-Za-z0-9.,:;!?'%$/-]*$/);
  });

  it('is fast for adversarial texts', () => {
    const traps = [
      "'",
      'a@',
      'a.',
      '1-',
      'www.',
      '1 ',
      '+1',
      '<a',
      'http://',
      '1,111',
      '$1',
      '. ',
      '1.1',
      '\n',
      ', ',
      '((',
      '0 1',
    ];
    for (const trap of traps) {
      const text = trap.repeat(recordingLimits.textLength / trap.length);
      const readMs = startProcessorTimer();
      splitUtterances(normalizeText(text));
      expect(readMs(), JSON.stringify(trap)).toBeLessThan(500);
    }
  });
});

describe('splitUtterances', () => {
  it.each([
    ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    ['Version 2.5 costs 1,250 dollars.', ['Version 2.5 costs 1,250 dollars.']],
    ['We close at 5 p.m. on Fridays. Bye.', ['We close at 5 p.m. on Fridays.', 'Bye.']],
    ["He said 'no.' Then he left...", ["He said 'no.'", 'Then he left...']],
    ['a list\nof lines', ['a list', 'of lines']],
    ['... ?! - ', []],
    ['', []],
  ])('splits %j', (text, sentences) => {
    expect(splitUtterances(text)).toEqual(sentences);
  });

  it('splits a long sentence between clauses, or else between words, without losing text', () => {
    const clause = 'which goes on and on without an end,';
    const long = `${clause} `.repeat(40).trim();
    const utterances = splitUtterances(long);
    expect(utterances.join(' ')).toBe(long);
    expect(utterances.every((part) => part.endsWith(',') && part.length <= recordingLimits.sentenceLength)).toBe(true);
    const words = 'word '.repeat(300).trim();
    expect(splitUtterances(words).join(' ')).toBe(words);
    expect(Math.max(...splitUtterances(words).map(({ length }) => length))).toBeLessThanOrEqual(
      recordingLimits.sentenceLength,
    );
  });

  it('returns no part above the limit, even for a text without spaces', () => {
    const utterances = splitUtterances(normalizeText('x'.repeat(recordingLimits.textLength)));
    expect(Math.max(...utterances.map(({ length }) => length))).toBeLessThanOrEqual(recordingLimits.sentenceLength);
  });
});
