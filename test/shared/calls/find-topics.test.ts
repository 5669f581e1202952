import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTopics } from '../../../shared/calls/find-topics.ts';
import type { Speaker, TimedTurn } from '../../../shared/calls/calls.ts';
import { measureFastest } from '../../helpers/processes/measure-fastest.ts';
import { createSampleTurn } from '../../helpers/components/sample-call.ts';

/** A turn that cites a document if it has a title. */
type Line = readonly [speaker: Speaker, text: string, title?: string];

const toTurns = (lines: readonly Line[]): readonly TimedTurn[] =>
  lines.map(([speaker, text, title]) => ({
    ...createSampleTurn(speaker, text),
    passages: title === undefined ? [] : [{ document_id: title, title, page: null, text }],
  }));

const find = (...lines: readonly Line[]) =>
  findTopics(toTurns(lines)).map(({ turnIndex, label }) => [turnIndex, label]);

test('the topics are greeting, reason, cited documents, open questions, decision and closing', () => {
  const topics = find(
    ['user', 'Hello?'],
    ['agent', 'Hi Ruth, this is Nora. Is now a good time?'],
    ['user', 'Sure, go ahead.'],
    ['agent', 'I’m calling because your contract is ending soon. What matters to you?'],
    ['user', 'The price. What is in the box?'],
    ['agent', 'The router and an adapter.', 'New customers'],
    ['user', 'And the label?'],
    ['agent', 'It is in the box.', 'New customers'],
    ['user', 'How much is Second Line?'],
    ['agent', 'It is $6.00.', 'Prices 2026'],
    ['user', 'Okay. One more thing: can I get Netflix with it?'],
    ['agent', 'I don’t have anything on that.'],
    ['user', 'All right.'],
    ['agent', 'Can I put you down as interested?'],
    ['user', 'No, that’s all, thanks.'],
    ['agent', 'Thanks for your time. Bye!'],
  );
  expect(topics).toEqual([
    [0, 'Greeting'],
    [3, 'Reason for call'],
    [4, 'New customers'],
    [8, 'Prices 2026'],
    [10, 'Can I get Netflix with it?'],
    [12, 'Decision'],
    [14, 'Closing'],
  ]);
});

test('without questions and documents, the topics have the words that they repeat', () => {
  const topics = find(
    ['agent', 'Good morning, this is the depot.'],
    ['user', 'The invoice of May shows the wrong meter. The invoice is too high.'],
    ['agent', 'The invoice uses the meter of May, I see that on the invoice.'],
    ['user', 'Then the invoice and the meter do not match.'],
    ['agent', 'The meter on the invoice is the old meter.'],
    ['user', 'The garden gate is also broken. The gate does not close.'],
    ['agent', 'A gate in the garden needs a new hinge.'],
    ['user', 'The hinge of the gate broke in the garden.'],
    ['agent', 'A hinge for a garden gate is in the depot.'],
  );
  expect(topics[1]?.[1]).toMatch(/Invoice, meter/);
  expect(topics.slice(2)).toContainEqual([5, expect.stringMatching(/gate/i)]);
});

test('a question in any script is a topic', () => {
  expect(
    find(['agent', 'こんにちは。'], ['user', '契約の料金はいくらですか？'], ['agent', '契約の料金は月に三千円です。']),
  ).toEqual([
    [0, 'Greeting'],
    [1, '契約の料金はいくらですか？'],
  ]);
});

test('a call without a conversation has none', () => {
  expect(find()).toEqual([]);
  expect(find(['user', 'Hello?'])).toEqual([]);
  expect(find(['agent', 'Hello, this is Nora.'])).toEqual([]);
});

test('topics are in order, have a label each and are at most twelve, for any text', () => {
  const line = fc.record({
    speaker: fc.constantFrom('agent', 'user'),
    text: fc.string({ unit: 'grapheme' }),
    title: fc.option(fc.constantFrom('Prices', 'Terms', 'Routers'), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const topics = findTopics(
        toTurns(
          lines.map(({ speaker, text, title }): Line =>
            title === undefined ? [speaker, text] : [speaker, text, title],
          ),
        ),
      );
      const positions = topics.map(({ turnIndex }) => turnIndex);
      expect(topics.length).toBeLessThanOrEqual(12);
      expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
      for (const { turnIndex, label } of topics) {
        expect(turnIndex).toBeLessThan(lines.length);
        expect(label).not.toBe('');
      }
    }),
  );
});

test('a call with 10,000 turns takes no noticeable time', () => {
  const turns = Array.from({ length: 10_000 }, (_, index) =>
    createSampleTurn(
      index % 2 === 0 ? 'agent' : 'user',
      `Code E-${index % 77} means account ${index % 13} is suspended. Is it 5?`,
    ),
  );
  expect(findTopics(turns).length).toBeGreaterThan(1);
  expect(measureFastest(() => findTopics(turns))).toBeLessThan(2_000);
});

test('words without a subject, such as a repeated no, are no topic', () => {
  const topics = find(
    ['agent', 'Hi, this is Nora.'],
    ['user', 'How much is it?'],
    ['agent', 'It is $6.00.', 'Prices'],
    ['user', 'No, no.'],
    ['agent', 'No?'],
    ['user', 'No. Bye.'],
  );
  expect(topics.map(([, label]) => label)).toEqual(['Greeting', 'Prices', 'Closing']);
});

test('an amount at the end of a question is a part of it, and no topic', () => {
  const topics = find(
    ['agent', 'Hi, this is Nora. I’m calling about your plan.'],
    ['user', 'Okay. Is the installation fee really $12.90?'],
    ['agent', 'It depends.'],
    ['user', '$12.90?'],
    ['agent', 'Yes.'],
    ['user', 'Bye.'],
  );
  expect(topics.map(([, label]) => label)).toEqual(['Greeting', 'Is the installation fee really $12.90?', 'Closing']);
});

test.each([
  ['So far, so good. How far is it from here, is it far?', /far\b(?! is)/i],
  ['It’s 90, as I said, 90. Not 19.', /^90/],
])('"%s" is no topic of one word or number', (text, label) => {
  const labels = find(
    ['agent', 'Hi, this is Nora.'],
    ['user', 'How much is it?'],
    ['agent', 'It is $6.00.', 'Prices'],
    ['agent', 'How’s everything going so far? 90 so far?'],
    ['user', text.replaceAll('?', '.')],
    ['agent', 'Got it, so far so good, 90.'],
    ['user', 'Bye.'],
  ).map(([, topic]) => String(topic));
  expect(labels.filter((topic) => label.test(topic))).toEqual([]);
});

test.each([
  ['Actually, can I get Netflix with it?', 'Can I get Netflix with it?'],
  ['Okay, so do you have a TV package?', 'Do you have a TV package?'],
  ['Wait, are you a robot?', 'Are you a robot?'],
  ['So?', undefined],
])('the question "%s" is a topic without its introduction', (text, label) => {
  const topics = find(
    ['agent', 'Hi, this is Nora.'],
    ['user', 'How much is it?'],
    ['agent', 'It is $6.00.', 'Prices'],
    ['user', text],
    ['agent', 'I don’t know.'],
    ['user', 'Bye.'],
  );
  expect(topics.find(([turnIndex]) => turnIndex === 3)?.[1]).toBe(label);
});

test('words that are said together are one phrase', () => {
  const topics = find(
    ['agent', 'Hi, this is Nora.'],
    ['user', 'We are moving next month.'],
    ['agent', 'Okay, I have put down next month for the movers.'],
    ['user', 'Bye.'],
  );
  expect(topics.map(([, label]) => label)).toEqual(['Greeting', 'Next month', 'Closing']);
});
