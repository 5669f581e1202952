import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatSummary } from '../../../renderer/features/calls/call/summary/format-summary.ts';
import { findConcerns } from '../../../shared/calls/find-concerns.ts';
import { summarizeCall } from '../../../shared/calls/summarize-call.ts';
import { readDemoConversations } from '../../../electron/service/workspaces/demo/history/demo-conversations.ts';
import type { Speaker, TimedTurn } from '../../../shared/calls/calls.ts';
import { measureFastest } from '../../helpers/processes/measure-fastest.ts';
import { createSampleTurn } from '../../helpers/components/sample-call.ts';

type Line = readonly [speaker: Speaker, text: string];

const toTurns = (lines: readonly Line[]) =>
  lines.map(([speaker, text], index) => createSampleTurn(speaker, text, index * 4));

const summarize = (...lines: readonly Line[]) => {
  const { sentences, nextSteps } = summarizeCall(toTurns(lines));
  return { sentences: sentences.map(({ text }) => text), nextSteps: nextSteps.map(({ text }) => text) };
};

const renewal: readonly Line[] = [
  ['agent', 'Hi Ruth, this is Nora. I’m calling about your plan. Is now a good time?'],
  ['user', 'Sure, go ahead.'],
  ['agent', 'The reason I’m calling is that your contract is ending soon. How happy are you with it?'],
  ['user', 'Pretty happy. How much is the charge for a wasted trip?'],
  ['agent', 'Good question. A visit is free of charge. When nobody is there, the charge for a wasted trip is $45.00.'],
  ['user', 'Do you have a TV package?'],
  ['agent', 'I don’t have anything on that. Someone from the team will call you tomorrow. Shall I put you down?'],
  ['user', 'Yes, go ahead.'],
  ['agent', 'Great, I’ve put you down as interested. We’ll send you the details. Thanks for your time. Bye!'],
  ['user', 'Bye!'],
];

describe('the summary', () => {
  test('contains the reason of the call, a question with its answer, and the outcome', () => {
    expect(summarize(...renewal).sentences).toEqual([
      'The reason I’m calling is that your contract is ending soon.',
      'How much is the charge for a wasted trip?',
      'When nobody is there, the charge for a wasted trip is $45.00.',
      'Great, I’ve put you down as interested.',
    ]);
  });

  test('contains statements of the recipient if no question is asked', () => {
    const { sentences } = summarize(
      ['agent', 'Hi Ruth, I’m calling about your Fiber 300 plan. Is now a good time?'],
      ['user', 'Sorry, I’m driving right now.'],
      ['agent', 'That’s fine. When’s a better time?'],
      ['user', 'Tomorrow morning, please.'],
      ['agent', 'Perfect, tomorrow morning it is. Bye!'],
    );
    expect(sentences).toEqual(['Hi Ruth, I’m calling about your Fiber 300 plan.', 'Sorry, I’m driving right now.']);
  });

  test('leaves out the greeting of a voicemail', () => {
    const { sentences, nextSteps } = summarize(
      ['user', 'Hi, it’s Theresa. Leave a message, and I’ll call you back.'],
      ['agent', 'I’m reaching out because your contract is ending soon. Otherwise we’ll try you again. Thanks, bye.'],
    );
    expect(sentences[0]).toBe('I’m reaching out because your contract is ending soon.');
    expect(nextSteps).toEqual(['Otherwise we’ll try you again.']);
  });

  test.each<readonly [language: string, opening: string, question: string, answer: string]>([
    [
      'German',
      'Guten Tag, hier ist Nora vom Stadtwerk.',
      'Wie hoch ist die Gebühr für den Zählerwechsel?',
      'Die Gebühr für den Zählerwechsel beträgt 40 Euro.',
    ],
    [
      'Japanese',
      'こんにちは、契約についてお電話しました。',
      '契約の料金はいくらですか？',
      '契約の料金は月に三千円です。',
    ],
    ['Arabic', 'مرحبا، أتصل بخصوص العقد.', 'كم رسوم العقد الجديد؟', 'رسوم العقد الجديد أربعون دولارا.'],
  ])('has the question and the answer of a call in %s, without next steps', (_, opening, question, answer) => {
    const { sentences, nextSteps } = summarize(['agent', opening], ['user', question], ['agent', answer]);
    expect(sentences).toEqual(expect.arrayContaining([question, answer]));
    expect(nextSteps).toEqual([]);
  });

  test('is empty without turns, and without text', () => {
    expect(summarizeCall([])).toEqual({ sentences: [], concerns: [], nextSteps: [] });
    expect(summarize(['user', 'Hello?'], ['agent', '']).sentences).toEqual([]);
  });

  test('only quotes, in order and at most four sentences, for any text', () => {
    const line = fc.record({ speaker: fc.constantFrom('agent', 'user'), text: fc.string({ unit: 'grapheme' }) });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const turns = lines.map(({ speaker, text }) => createSampleTurn(speaker, text));
        const { sentences, nextSteps } = summarizeCall(turns);
        expect(sentences.length).toBeLessThanOrEqual(4);
        expect(sentences).toEqual(sentences.toSorted((a, b) => a.turnIndex - b.turnIndex));
        for (const { turnIndex, speaker, text } of [...sentences, ...nextSteps]) {
          expect(turns[turnIndex]?.speaker).toBe(speaker);
          expect(turns[turnIndex]?.text.replaceAll(/\s+/g, ' ')).toContain(text);
        }
      }),
    );
  });

  test('quotes every conversation of the demo in two to four sentences', () => {
    for (const { turns, disposition } of readDemoConversations()) {
      const summary = summarizeCall(turns.map(({ speaker, text }) => createSampleTurn(speaker, text)));
      expect(summary.sentences.length, disposition).toBeGreaterThanOrEqual(2);
      if (disposition === 'Callback requested') expect(summary.nextSteps, disposition).not.toHaveLength(0);
    }
  });

  test('of a call with 10,000 turns takes no noticeable time', () => {
    const turns: readonly TimedTurn[] = Array.from({ length: 10_000 }, (_, index) =>
      createSampleTurn(index % 2 === 0 ? 'agent' : 'user', `Code E-${index} means the account is suspended. Is it 5?`),
    );
    expect(summarizeCall(turns).sentences.length).toBeGreaterThanOrEqual(2);
    expect(measureFastest(() => summarizeCall(turns))).toBeLessThan(2_000);
  });
});

describe('the concerns', () => {
  const list = (...lines: readonly Line[]) => findConcerns(toTurns(lines)).map(({ text }) => text);

  test('are complaints of the recipient and questions without an answer, in their order', () => {
    expect(
      list(
        ['agent', 'Is now a good time?'],
        ['user', 'Well. The line keeps dropping. I’ve been waiting for three weeks.'],
        ['agent', 'I’m sorry. Anything you want to ask me?'],
        ['user', 'Sure. Do you have a TV package?'],
        ['agent', 'Sorry, I don’t have anything on that, and I don’t want to guess.'],
        ['user', 'That’s too expensive anyway. What does it cost?'],
        ['agent', 'It is $6.00.'],
      ),
    ).toEqual([
      'The line keeps dropping.',
      'I’ve been waiting for three weeks.',
      'Do you have a TV package?',
      'That’s too expensive anyway.',
    ]);
  });

  test.each([
    'I’m not happy with the service.',
    'My bill is wrong again.',
    'Nobody called me back.',
    'You charged me twice.',
    'The router stopped working on Monday.',
    'This is the third time I have to explain it.',
    'I want to complain.',
    'I get a lot of these calls, you know.',
    'That is ridiculous.',
  ])('include “%s”', (text) => {
    expect(list(['agent', 'Hello.'], ['user', text])).toEqual([text]);
    expect(list(['user', 'Hello.'], ['agent', text])).toEqual([]);
  });

  test.each([
    'It’s not too expensive.',
    'I’m pretty happy as it is.',
    'No complaints so far.',
    'What happens when it rains?',
    'If it is broken, I’ll call you.',
    'That works for me.',
    'I have no question.',
  ])('leave out “%s”', (text) => {
    expect(list(['agent', 'Hello.'], ['user', text], ['agent', 'All right.'])).toEqual([]);
  });

  test('leave out a question that a document answers, or that is answered', () => {
    const [passage] = [{ document_id: 'doc_1', title: 'Terms', page: null, text: 'You can pause it.' }];
    const turns = toTurns([
      ['user', 'Can I pause it?'],
      ['agent', 'I’m not sure what you have, but you can pause it.'],
    ]).map((turn, index) => (index === 1 ? { ...turn, passages: [passage] } : turn));
    expect(findConcerns(turns)).toEqual([]);
    expect(list(['user', 'Can I pause it?'], ['agent', 'Yes, you can.'])).toEqual([]);
  });

  test('name the question that the agent of a demo conversation could not answer', () => {
    const unanswered = readDemoConversations().flatMap(({ turns }) => {
      const { concerns } = summarizeCall(turns.map(({ speaker, text }) => createSampleTurn(speaker, text)));
      return concerns.map(({ text }) => text);
    });
    expect(unanswered.filter((text) => text.endsWith('?')).length).toBeGreaterThan(10);
  });
});

test('a period inside brackets ends no sentence', () => {
  const { sentences } = summarize(
    ['user', 'How long does the transfer of the number take?'],
    [
      'agent',
      'The transfer of the number takes a week (approx. 5 working days, see p. 4 of the terms). Anything else?',
    ],
    ['user', 'No.'],
  );
  expect(sentences).toContain(
    'The transfer of the number takes a week (approx. 5 working days, see p. 4 of the terms).',
  );
});

describe('the next steps', () => {
  test('are promises and agreed times, without quotes of documents and without conditions', () => {
    expect(summarize(...renewal).nextSteps).toEqual([
      'Someone from the team will call you tomorrow.',
      'We’ll send you the details.',
    ]);
    const passage = {
      document_id: 'doc_1',
      title: 'Moves',
      page: null,
      text: 'On a move, a technician will call an hour before the visit.',
    };
    const cited = toTurns([
      ['user', 'What happens on a move?'],
      ['agent', 'A technician will call you an hour before the visit. I’ll email you the form.'],
      ['agent', 'If you cancel, we’ll have to charge you. I’ll let you go. You can call and they’ll confirm it.'],
    ]).map((turn, index) => (index === 1 ? { ...turn, passages: [passage] } : turn));
    expect(summarizeCall(cited).nextSteps.map((step) => step.text)).toEqual(['I’ll email you the form.']);
  });

  test('name an agreed time once, as the agent confirms it', () => {
    const lines: readonly Line[] = [
      ['agent', 'When should I call?'],
      ['user', 'Call me on Thursday at four.'],
      ['agent', 'Got it, Thursday at four.'],
    ];
    expect(summarize(...lines).nextSteps).toEqual(['Got it, Thursday at four.']);
  });

  test.each([
    'Please send me the contract.',
    'Can somebody call me back?',
    'Please don’t call me again.',
    'I’ll be there.',
  ])('include the request or promise “%s” of the recipient', (text) => {
    expect(summarize(['agent', 'Hello.'], ['user', text]).nextSteps).toEqual([text]);
  });
});

test('a summary is copied with speakers, and with times if they are known', () => {
  const turns = toTurns(renewal);
  const summary = summarizeCall(turns);
  expect(formatSummary(summary, turns, { hasTimes: true })).toContain(
    'Next steps\n- Agent 0:24: Someone from the team will call you tomorrow.\n- Agent 0:32: We’ll send you the details.\n',
  );
  expect(formatSummary(summary, turns, { hasTimes: false })).toMatch(/^Summary\n- Agent: The reason/);
});
