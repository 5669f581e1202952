import { successfulDispositions } from '../../../../shared/calls/dispositions.ts';
import type { ScoreAnswer } from '../../../../shared/calls/score-answers.ts';
import type { NewCriterion } from '../../../../shared/calls/scorecards.ts';
import type { Random } from '../../platform/seeded-random.ts';

/** The criteria that a reviewer of the demo decides. */
const natural = 'Sounds natural and friendly';
const goal = 'Reaches the goal of the call';

export const demoCriteria: readonly NewCriterion[] = [
  {
    name: 'Says who is calling',
    description: '',
    weight: 2,
    rule: { type: 'agent_says', text: 'Northwind', first_turn_only: true },
  },
  { name: 'Answers every question', description: '', weight: 3, rule: { type: 'questions_answered' } },
  {
    name: 'Lets the customer talk',
    description: 'Short turns, no long readings from a document.',
    weight: 2,
    rule: { type: 'monologue', max_seconds: 25 },
  },
  {
    name: natural,
    description: 'Would you have stayed on the line?',
    weight: 3,
    rule: null,
  },
  { name: goal, description: 'The next step is clear to both sides.', weight: 3, rule: null },
];

/** Decides the criteria of a reviewed call, by their names. */
export function planScores(disposition: string, random: Random): Readonly<Record<string, ScoreAnswer>> {
  return {
    [natural]: random.chance(0.85) ? 'yes' : 'no',
    [goal]: successfulDispositions.includes(disposition) ? 'yes' : random.chance(0.6) ? 'no' : 'not_applicable',
  };
}
