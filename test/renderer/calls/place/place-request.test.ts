import { describe, expect, it } from 'vitest';
import { emptyDraft, type Draft } from '../../../../renderer/calls/place/draft.ts';
import { findFaults, readFaults, toRequest } from '../../../../renderer/calls/place/place-request.ts';
import { appRoutes } from '../../../../shared/contract.ts';
import { Problem } from '../../../../shared/problems.ts';

const draft: Draft = {
  ...emptyDraft,
  agentId: 'agt_1',
  number: '+1 (415) 555-0132',
  rows: [
    { id: 1, name: 'first_name', value: 'Wilhelmina' },
    { id: 2, name: 'a/b~c', value: 'x' },
  ],
};

describe('a draft', () => {
  it('is sent in the form that the contract asks for', () => {
    for (const recipient of ['drawn', 'sceptical', 'typed'] as const) {
      const request = toRequest({ ...draft, recipient, pace: 'live' }, false);
      expect(appRoutes.placeRehearsal.json.safeParse(request).success).toBe(true);
    }
    expect(toRequest(draft, true)).toEqual({
      agent_id: 'agt_1',
      recipient_number: '+14155550132',
      metadata: { first_name: 'Wilhelmina', 'a/b~c': 'x' },
      recipient: 'simulated',
      pace: 'fast',
      again: true,
    });
    expect(toRequest({ ...draft, recipient: 'busy' }, false)).toMatchObject({ persona: 'busy' });
    expect(toRequest({ ...draft, recipient: 'typed' }, false)).not.toHaveProperty('persona');
  });

  it('is not sent before it has an agent and a number', () => {
    expect(Object.keys(findFaults(emptyDraft))).toEqual(['agent', 'number']);
    expect(findFaults(draft)).toEqual({});
  });
});

describe('a refusal', () => {
  it('is told at the fields that it points to', () => {
    const problem = new Problem('metadata_invalid', 'The metadata cannot be taken.', {
      errors: [
        { pointer: '/metadata/a~1b~0c', detail: 'Too long.' },
        { pointer: '/recipient_number', detail: 'Not a number.' },
        { pointer: '/agent_id', detail: 'Gone.' },
        { pointer: '/persona', detail: 'Unknown.' },
        { pointer: '/metadata', detail: 'Too many entries.' },
      ],
    });
    expect(readFaults(problem, draft)).toEqual({
      rows: { 2: 'Too long.' },
      number: 'Not a number.',
      agent: 'Gone.',
      recipient: 'Unknown.',
      form: 'Too many entries.',
    });
  });

  it('that points nowhere is told below the form', () => {
    expect(readFaults(new Problem('storage_full', 'The disk is full.'), draft)).toEqual({ form: 'The disk is full.' });
    expect(readFaults(new TypeError('fetch failed'), draft).form).toMatch(/could not be reached/);
  });
});
