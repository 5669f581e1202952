import { describe, expect, it } from 'vitest';
import { emptyCallDraft, type CallDraft } from '../../../../renderer/calls/place-call/call-draft.ts';
import {
  validateDraft,
  toFieldErrors,
  toPlaceCallRequest,
} from '../../../../renderer/calls/place-call/place-call-request.ts';
import { appRoutes } from '../../../../shared/contract.ts';
import { Problem } from '../../../../shared/problems.ts';

const draft: CallDraft = {
  ...emptyCallDraft,
  agentId: 'agt_1',
  number: '+1 (415) 555-0132',
  rows: [
    { id: 1, name: 'first_name', value: 'Wilhelmina' },
    { id: 2, name: 'a/b~c', value: 'x' },
  ],
};

describe('a draft', () => {
  it('is sent in the form that the contract asks for', () => {
    for (const recipient of ['drawn', 'sceptical', 'practice'] as const) {
      const request = toPlaceCallRequest({ ...draft, recipient, speed: 'real_time' }, false);
      expect(appRoutes.placeSimulatedCall.json.safeParse(request).success).toBe(true);
    }
    expect(toPlaceCallRequest(draft, true)).toEqual({
      agent_id: 'agt_1',
      recipient_number: '+14155550132',
      metadata: { first_name: 'Wilhelmina', 'a/b~c': 'x' },
      recipient: 'simulated',
      speed: 'fast',
      again: true,
    });
    expect(toPlaceCallRequest({ ...draft, recipient: 'busy' }, false)).toMatchObject({ persona: 'busy' });
    expect(toPlaceCallRequest({ ...draft, recipient: 'practice' }, false)).not.toHaveProperty('persona');
  });

  it('is not sent before it has an agent and a number', () => {
    expect(Object.keys(validateDraft(emptyCallDraft))).toEqual(['agent', 'number']);
    expect(validateDraft(draft)).toEqual({});
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
    expect(toFieldErrors(problem, draft)).toEqual({
      rows: { 2: 'Too long.' },
      number: 'Not a number.',
      agent: 'Gone.',
      recipient: 'Unknown.',
      form: 'Too many entries.',
    });
  });

  it('that points nowhere is told below the form', () => {
    expect(toFieldErrors(new Problem('storage_full', 'The disk is full.'), draft)).toEqual({
      form: 'The disk is full.',
    });
    expect(toFieldErrors(new TypeError('fetch failed'), draft).form).toMatch(/could not be reached/);
  });
});
