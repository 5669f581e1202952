import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatTranscriptJson,
  formatTranscriptSrt,
  formatTranscriptTxt,
  formatTranscriptVtt,
  formatExportFileName,
  simulationNotice,
} from '../../../../renderer/calls/call/transcript-export.ts';
import { sampleCallDetails, createSampleExport, createSampleTurn } from '../../../helpers/sample-call.ts';

const call = createSampleExport(
  [
    createSampleTurn('agent', 'Hi Wilhelmina, is this a good time?', 1.25, 2.5),
    createSampleTurn('user', 'Press <b>1</b> & wait\n\n--> then?', 3661.0004, 0),
  ],
  [{ note_id: 'n', at_seconds: 4, text: 'Good start', created_at: '2026-03-01T09:30:00.000Z' }],
);

describe('exports of a transcript', () => {
  it('SRT numbers its cues and leaves nothing that a player would obey', () => {
    expect(formatTranscriptSrt(call)).toBe(
      '1\n00:00:01,250 --> 00:00:03,750\n[Rehearsal: nobody was dialled.]\nAgent: Hi Wilhelmina, is this a good time?\n\n' +
        '2\n01:01:01,000 --> 01:01:01,100\nRecipient: Press ‹b›1‹/b› & wait --› then?\n',
    );
  });

  it('VTT names the voices, escapes markup and says in a note that it is a rehearsal', () => {
    expect(formatTranscriptVtt(call)).toBe(
      'WEBVTT\n\nNOTE Rehearsal: nobody was dialled.\n\n' +
        '1\n00:00:01.250 --> 00:00:03.750\n<v Agent>Hi Wilhelmina, is this a good time?\n\n' +
        '2\n01:01:01.000 --> 01:01:01.100\n<v Recipient>Press &lt;b&gt;1&lt;/b&gt; &amp; wait --&gt; then?\n',
    );
  });

  it('TXT reads like a protocol, notes at its end', () => {
    const text = formatTranscriptTxt(call);
    expect(text.split('\n')[0]).toBe(simulationNotice);
    expect(text).toContain('Outcome: interested\nLength: 1:02');
    expect(text).toContain('[0:01] Agent: Hi Wilhelmina, is this a good time?\n\n[1:01:01] Recipient: Press <b>1');
    expect(text).toContain('Notes\n[0:04] Good start\n');
  });

  it('JSON carries every field and the notice', () => {
    expect(JSON.parse(formatTranscriptJson(call))).toEqual({ notice: simulationNotice, ...call });
  });

  it('say nothing of a rehearsal where somebody was called', () => {
    const real = { ...call, rehearsal: false };
    for (const text of [
      formatTranscriptTxt(real),
      formatTranscriptSrt(real),
      formatTranscriptVtt(real),
      formatTranscriptJson(real),
    ])
      expect(text).not.toContain('Rehearsal');
  });

  it('say that it was a rehearsal even where nothing was said', () => {
    for (const write of [formatTranscriptTxt, formatTranscriptSrt, formatTranscriptVtt, formatTranscriptJson])
      expect(write(createSampleExport([]))).toContain(simulationNotice);
  });

  it('no text breaks out of its cue', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (texts) => {
        const turns = texts.map((text, index) => createSampleTurn('agent', `${text}\r\n\r\n2\n--> ${text}`, index * 3));
        for (const written of [
          formatTranscriptSrt(createSampleExport(turns)),
          formatTranscriptVtt(createSampleExport(turns)),
        ])
          expect(written.match(/-->/g)).toHaveLength(turns.length);
        expect(formatTranscriptVtt(createSampleExport(turns)).split('\n\n')).toHaveLength(turns.length + 2);
      }),
    );
  });
});

describe('the name of an export', () => {
  it('says who was called when', () => {
    expect(formatExportFileName(sampleCallDetails, 'srt')).toBe('Renewals +14155550132 2026-03-01 0930.srt');
  });

  it('is taken by every file system', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (agent_name) => {
        const name = formatExportFileName({ ...sampleCallDetails, agent_name }, 'txt');
        // oxlint-disable-next-line no-control-regex
        expect(name).not.toMatch(/[<>:"/\\|?*\u0000-\u001f]|^[ .]|[ .]$/);
        expect(new TextEncoder().encode(name).length).toBeLessThan(256);
      }),
    );
  });
});
