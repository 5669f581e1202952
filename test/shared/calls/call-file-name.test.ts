import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCallFileName } from '../../../shared/calls/call-file-name.ts';
import { anyCharacter } from '../../helpers/data/any-character.ts';
import { chooseFuzzRuns } from '../../helpers/processes/fuzz-runs.ts';
import { sampleCallDetails } from '../../helpers/components/sample-call.ts';

it('has the agent, the number and the time', () => {
  expect(formatCallFileName(sampleCallDetails, 'srt')).toBe('Renewals +14155550132 2026-03-01 0930.srt');
  const { call_id } = sampleCallDetails;
  const elsewhere = { ...sampleCallDetails, recipient_number: '', created_at: null };
  expect(formatCallFileName(elsewhere, 'srt')).toBe(`Renewals ${call_id}.srt`);
});

it('is valid on every file system', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (agent_name) => {
      const name = formatCallFileName({ ...sampleCallDetails, agent_name }, 'txt');
      // oxlint-disable-next-line no-control-regex
      expect(name).not.toMatch(/[<>:"/\\|?*\u0000-\u001f]|^[ .]|[ .]$/);
      expect(new TextEncoder().encode(name).length).toBeLessThan(256);
    }),
    { numRuns: chooseFuzzRuns({ perCommit: 30, long: 10_000 }) },
  );
});

it('keeps the marks of letters', () => {
  expect(formatCallFileName({ ...sampleCallDetails, agent_name: 'हिन्दी (ที่ 1)' }, 'srt')).toBe(
    'हिन्दी (ที่ 1) +14155550132 2026-03-01 0930.srt',
  );
});
