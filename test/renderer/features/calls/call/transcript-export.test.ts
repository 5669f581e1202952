import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import {
  formatTranscriptCsv,
  formatTranscriptJson,
  formatTranscriptSrt,
  formatTranscriptTxt,
  formatTranscriptVtt,
} from '../../../../../renderer/features/calls/call/transcript-export.ts';
import { createSampleExport, createSampleTurn } from '../../../../helpers/components/sample-call.ts';
import { simulationNotice } from '../../../../../renderer/format/simulation-notices.ts';

const author = { id: 'usr_1', name: 'mei@northwind.example' };
const version = { version_id: 'ntv_1', also_written: [] };

const call = createSampleExport(
  [
    createSampleTurn('agent', 'Hi Wilhelmina, is this a good time?', 1.25, 2.5),
    createSampleTurn('user', 'Press <b>1</b> & wait\n\n--> then?', 3661.0004, 0),
  ],
  [{ note_id: 'n', at_seconds: 4, text: 'Good start', created_at: '2026-03-01T09:30:00.000Z', author, ...version }],
);

describe('exports of a transcript', () => {
  it('SRT numbers its cues and escapes everything that a player would interpret', () => {
    expect(formatTranscriptSrt(call)).toBe(
      '1\n00:00:01,250 --> 00:00:03,750\n[Simulated · no real call was placed]\nAgent: Hi Wilhelmina, is this a good time?\n\n' +
        '2\n01:01:01,000 --> 01:01:01,100\nRecipient: Press ‹b›1‹/b› & wait --› then?\n',
    );
  });

  it('VTT names the voices, escapes markup and has a note that the call is simulated', () => {
    expect(formatTranscriptVtt(call)).toBe(
      'WEBVTT\n\nNOTE Simulated · no real call was placed\n\n' +
        '1\n00:00:01.250 --> 00:00:03.750\n<v Agent>Hi Wilhelmina, is this a good time?\n\n' +
        '2\n01:01:01.000 --> 01:01:01.100\n<v Recipient>Press &lt;b&gt;1&lt;/b&gt; &amp; wait --&gt; then?\n',
    );
  });

  it('a turn that was interrupted is marked', () => {
    const [first, ...rest] = call.turns;
    const cut = {
      ...call,
      turns: first ? [{ ...first, text: 'Hi Wilhelmina', interrupted: true as const }, ...rest] : [],
    };
    for (const format of [formatTranscriptSrt, formatTranscriptVtt, formatTranscriptTxt])
      expect(format(cut)).toContain('Hi Wilhelmina — interrupted\n');
  });

  it('TXT has a header, the turns and the notes', () => {
    const text = formatTranscriptTxt(call);
    expect(text.split('\n')[0]).toBe(simulationNotice);
    expect(text).toContain('Outcome: interested\nDuration: 1:02');
    expect(text).toContain('[0:01] Agent: Hi Wilhelmina, is this a good time?\n\n[1:01:01] Recipient: Press <b>1');
    expect(text).toContain('Notes\n[0:04] Good start (mei@northwind.example)\n');
  });

  it('TXT of a call that was made elsewhere has neither a number nor a time', () => {
    expect(formatTranscriptTxt(call)).toContain('Number: +14155550132\nPlaced: 2026-03-01T09:30:00.000Z\n');
    expect(formatTranscriptTxt({ ...call, recipient_number: '', created_at: null })).toContain(
      'Number: not known\nPlaced: not known\n',
    );
  });

  it('TXT of a practice call says who played the recipient', () => {
    expect(formatTranscriptTxt({ ...call, practice: true }).split('\n')[1]).toBe(
      'Practice call: a user played the recipient.',
    );
    expect(formatTranscriptTxt(call)).not.toContain('played');
  });

  it('JSON has every field, the notice and the summary', () => {
    const { summary, concerns, next_steps, topics, key_moments, latency, ...rest } = JSON.parse(
      formatTranscriptJson(call),
    );
    expect(rest).toEqual({ notice: simulationNotice, ...call });
    expect(summary).toContainEqual({ turn: 1, speaker: 'user', text: 'Press <b>1</b> & wait' });
    expect([concerns, next_steps]).toEqual([[], []]);
    expect(latency).toEqual({ retrieval_ms: null, first_token_ms: null, first_sound_ms: null, response_ms: null });
    expect(key_moments).toEqual({
      agent_talk_percent: 100,
      longest_monologue: { speaker: 'agent', start_seconds: 1.25, duration_seconds: 2.5 },
      interruptions: { agent: 0, user: 0 },
      questions: { agent: 1, user: 1 },
    });
    expect(topics).toEqual([
      { turn: 0, label: 'Greeting' },
      { turn: 1, label: 'Press <b>1</b> & wait --> then?' },
    ]);
  });

  it('omit the notice for a real call', () => {
    const real = { ...call, simulated: false };
    for (const text of [
      formatTranscriptTxt(real),
      formatTranscriptSrt(real),
      formatTranscriptVtt(real),
      formatTranscriptJson(real),
      formatTranscriptCsv(real),
    ])
      expect(text).not.toContain(simulationNotice);
  });

  it('have the notice even if the transcript is empty', () => {
    for (const format of [formatTranscriptTxt, formatTranscriptSrt, formatTranscriptVtt, formatTranscriptJson])
      expect(format(createSampleExport([]))).toContain(simulationNotice);
  });

  it('keep each text inside its cue', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (texts) => {
        const turns = texts.map((text, index) => createSampleTurn('agent', `${text}\r\n\r\n2\n--> ${text}`, index * 3));
        for (const output of [
          formatTranscriptSrt(createSampleExport(turns)),
          formatTranscriptVtt(createSampleExport(turns)),
        ])
          expect(output.match(/-->/g)).toHaveLength(turns.length);
        expect(formatTranscriptVtt(createSampleExport(turns)).split('\n\n')).toHaveLength(turns.length + 2);
      }),
    );
  });
});

const parseRows = (csv: string) => Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;

it('CSV escapes formulas, but neither phone numbers nor negative numbers', () => {
  const texts = [
    '+14155550132',
    '-12.50',
    '=1+1',
    '+1+cmd',
    '-a',
    '@sum',
    '＝1+1',
    '－1',
    'plain, "quoted"\nand broken',
  ];
  const rows = parseRows(formatTranscriptCsv(createSampleExport(texts.map((text) => createSampleTurn('user', text)))));
  expect(rows.map(({ text }) => text)).toEqual([
    '+14155550132',
    '-12.50',
    "'=1+1",
    "'+1+cmd",
    "'-a",
    "'@sum",
    "'＝1+1",
    "'－1",
    'plain, "quoted"\nand broken',
  ]);
  expect(rows[0]?.['recipient_number']).toBe('+14155550132');
  expect(rows[0]?.['simulated']).toBe(simulationNotice);
});

it('CSV has the sentences of summary and next steps, and the topics, in the rows of their turns', () => {
  const turns = [
    createSampleTurn('agent', 'I’m calling because your contract is ending soon. Is that okay?'),
    createSampleTurn('user', 'Send me an email, please. Bye.'),
  ];
  const rows = parseRows(formatTranscriptCsv(createSampleExport(turns)));
  expect(rows.map(({ summary }) => summary)).toEqual([
    'I’m calling because your contract is ending soon.',
    'Send me an email, please.',
  ]);
  expect(rows.map(({ topic }) => topic)).toEqual(['Greeting', 'Closing']);
  expect(rows.map(({ next_step }) => next_step)).toEqual(['', 'Send me an email, please.']);
});

it('CSV has the notes in the rows of their turns, and the review and the key moments in each row', () => {
  const turns = [createSampleTurn('agent', 'Hello', 2), createSampleTurn('user', 'Bye', 5)];
  const note = { note_id: 'note_1', created_at: '2026-03-01T09:30:00.000Z', author: null, ...version };
  const sample = createSampleExport(turns, [
    { ...note, at_seconds: 0, text: 'Before' },
    { ...note, at_seconds: 6, text: 'Rude', author },
    { ...note, at_seconds: 60, text: 'After' },
  ]);
  const polite = { criterion_id: 'crt_1', name: 'Polite', description: '', weight: 3, rule: null };
  const decision = { by: { id: 'usr_1', name: null }, at: '2026-03-01T09:30:00.000Z' };
  const criteria = [{ ...polite, answer: 'yes' as const, decision, rule_answer: null, rule_turn: null }];
  const scorecard = { call_id: sample.call_id, agent_version: 1, total_percent: 75, criteria, deleted_criteria: [] };
  const reviewed = { tags: ['Billing', 'VIP'], review_state: 'reviewed' as const, scorecard };
  const rows = parseRows(formatTranscriptCsv({ ...sample, ...reviewed }));
  expect(rows.map(({ notes }) => notes)).toEqual(['[0 s] Before', '[6 s] Rude (mei@northwind.example); [60 s] After']);
  for (const row of rows)
    expect(row).toMatchObject({
      tags: 'Billing; VIP',
      review_state: 'reviewed',
      assignee: '',
      score_percent: '75',
      scores: 'Polite: yes (weight 3, by usr_1)',
      metadata: '{"name":"Wilhelmina"}',
      agent_talk_percent: '50',
      longest_monologue_speaker: 'agent',
      longest_monologue_seconds: '2',
      interruptions_by_agent: '0',
      questions_by_recipient: '0',
    });
});
