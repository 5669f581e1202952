import { describe, expect, it } from 'vitest';
import { emptyCallDraft, type CallDraft } from '../../../../../renderer/features/calls/place-call/call-draft.ts';
import {
  validateDraft,
  toFieldErrors,
  toPlaceCallRequest,
} from '../../../../../renderer/features/calls/place-call/place-call-request.ts';
import { appRoutes } from '../../../../../shared/contract/contract.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';

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
  it('becomes a request that matches the contract', () => {
    for (const recipient of ['random', 'sceptical', 'practice'] as const) {
      const request = toPlaceCallRequest({ ...draft, recipient, speed: 'real_time' }, false);
      expect(appRoutes.placeSimulatedCall.json.safeParse(request).success).toBe(true);
    }
    expect(toPlaceCallRequest(draft, true)).toEqual({
      agent_id: 'agt_1',
      recipient_number: '+14155550132',
      metadata: { first_name: 'Wilhelmina', 'a/b~c': 'x' },
      mode: 'simulated',
      speed: 'fast',
      allow_duplicate: true,
    });
    expect(toPlaceCallRequest({ ...draft, recipient: 'busy' }, false)).toMatchObject({ persona: 'busy' });
    expect(toPlaceCallRequest({ ...draft, recipient: 'practice' }, false)).not.toHaveProperty('persona');
  });

  it('needs an agent and a number', () => {
    expect(Object.keys(validateDraft(emptyCallDraft))).toEqual(['agent', 'number']);
    expect(validateDraft(draft)).toEqual({});
  });
});

describe('an error of the service', () => {
  it('is shown at the fields that its pointers name', () => {
    const problem = new Problem('metadata_invalid', 'The metadata is invalid.', {
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

  it('without a pointer is shown below the form', () => {
    expect(toFieldErrors(new Problem('storage_full', 'The disk is full.'), draft)).toEqual({
      form: 'The disk is full.',
    });
    expect(toFieldErrors(new TypeError('fetch failed'), draft).form).toMatch(/could not be reached/);
  });
});
