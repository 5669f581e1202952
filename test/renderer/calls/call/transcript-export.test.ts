import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import {
  formatTranscriptCsv,
  formatTranscriptJson,
  formatTranscriptSrt,
  formatTranscriptTxt,
  formatTranscriptVtt,
} from '../../../../renderer/calls/call/transcript-export.ts';
import { simulationNotice } from '../../../../renderer/calls/call-labels.ts';
import { createSampleExport, createSampleTurn } from '../../../helpers/sample-call.ts';

const call = createSampleExport(
  [
    createSampleTurn('agent', 'Hi Wilhelmina, is this a good time?', 1.25, 2.5),
    createSampleTurn('user', 'Press <b>1</b> & wait\n\n--> then?', 3661.0004, 0),
  ],
  [{ note_id: 'n', at_seconds: 4, text: 'Good start', created_at: '2026-03-01T09:30:00.000Z' }],
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

  it('TXT has a header, the turns and the notes', () => {
    const text = formatTranscriptTxt(call);
    expect(text.split('\n')[0]).toBe(simulationNotice);
    expect(text).toContain('Outcome: interested\nDuration: 1:02');
    expect(text).toContain('[0:01] Agent: Hi Wilhelmina, is this a good time?\n\n[1:01:01] Recipient: Press <b>1');
    expect(text).toContain('Notes\n[0:04] Good start\n');
  });

  it('TXT of a call that was made elsewhere has no number, and the time at which it was first seen', () => {
    expect(formatTranscriptTxt(call)).toContain('Number: +14155550132\nPlaced: 2026-03-01T09:30:00.000Z\n');
    expect(formatTranscriptTxt({ ...call, recipient_number: '' })).toContain(
      'Number: unknown\nFirst seen: 2026-03-01T09:30:00.000Z\n',
    );
  });

  it('TXT of a practice call says who played the recipient', () => {
    expect(formatTranscriptTxt({ ...call, practice: true }).split('\n')[1]).toBe(
      'Practice call: a user played the recipient.',
    );
    expect(formatTranscriptTxt(call)).not.toContain('played');
  });

  it('JSON has every field and the notice', () => {
    expect(JSON.parse(formatTranscriptJson(call))).toEqual({ notice: simulationNotice, ...call });
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
  const texts = ['+14155550132', '-12.50', '=1+1', '+1+cmd', '-a', '@sum', 'plain, "quoted"\nand broken'];
  const rows = parseRows(formatTranscriptCsv(createSampleExport(texts.map((text) => createSampleTurn('user', text)))));
  expect(rows.map(({ text }) => text)).toEqual([
    '+14155550132',
    '-12.50',
    "'=1+1",
    "'+1+cmd",
    "'-a",
    "'@sum",
    'plain, "quoted"\nand broken',
  ]);
  expect(rows[0]?.['recipient_number']).toBe('+14155550132');
  expect(rows[0]?.['simulated']).toBe(simulationNotice);
});
