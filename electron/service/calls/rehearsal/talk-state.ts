import type { Passage } from '../../../../shared/knowledge.ts';
import type { Reply } from './agent-mind.ts';
import type { Disposition } from './dispositions.ts';

/** What the agent waits for after it has spoken: a bare "yes" or "no" is read by it. */
export type Expectation =
  'greeting' | 'engage' | 'open' | 'ask' | 'objection' | 'follow_up' | 'time' | 'last' | 'nothing';

/** What the agent says next. */
export type Step = {
  readonly text: string;
  readonly expects: Expectation;
  /** Present where the call is over with it. */
  readonly ends?: Disposition;
  /** Present where something was looked up. */
  readonly passages?: readonly Passage[];
};

export type TalkReply = Reply & { readonly expects: Expectation; readonly isLookedUp: boolean };

/** Where a talk stands; it changes with every turn. */
export type TalkState = {
  expects: Expectation;
  /** Turns of the recipient. */
  heard: number;
  unclear: number;
  refusals: number;
  /** Said no to the matter itself, not only to a part of it. */
  isRefused: boolean;
  isAgreed: boolean;
  /** A person is to get back to the recipient. */
  isFollowUp: boolean;
  isPurposeSaid: boolean;
  /** A time is asked for because a person is wanted, and not because the moment is bad. */
  isPersonWanted: boolean;
  /** The agent's words of last time. */
  said: string;
  over: Disposition | null;
};

export function beginTalk(greeting: string): TalkState {
  return {
    expects: 'greeting',
    heard: 0,
    unclear: 0,
    refusals: 0,
    isRefused: false,
    isAgreed: false,
    isFollowUp: false,
    isPurposeSaid: false,
    isPersonWanted: false,
    said: greeting,
    over: null,
  };
}
