import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillGreeting } from '../../../shared/agents/greeting.ts';
import { splitGreeting } from '../../../renderer/format/split-greeting.ts';

const greeting = 'Hi {first_name}, this is Iris from {company}. Is {first_name} the right name[ for ticket {ticket}]?';
const listValues = (metadata: Record<string, string | number>) =>
  splitGreeting(greeting, metadata)
    .filter(({ isValue }) => isValue)
    .map(({ text }) => text);

describe('the parts of a greeting', () => {
  it('mark metadata values anywhere in the greeting', () => {
    expect(listValues({ first_name: 'Wilhelmina', company: 'Northwind' })).toEqual([
      'Wilhelmina',
      'Northwind',
      'Wilhelmina',
    ]);
    expect(listValues({ first_name: 'Iris', ticket: 12 })).toEqual(['Iris', 'Iris', '12']);
  });

  it('mark nothing without metadata', () => {
    expect(listValues({})).toEqual([]);
  });

  it('mark a value at the start of a sentence', () => {
    expect(splitGreeting('{first_name}, hi. {plan} it is.', { plan: 'fibre' })).toEqual([
      { text: 'Hi. ', isValue: false },
      { text: 'Fibre', isValue: true },
      { text: ' it is.', isValue: false },
    ]);
  });

  it('join to the filled-in greeting for any values', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'grapheme' }), fc.integer(), (first_name, company, ticket) => {
        const metadata = { first_name, company, ticket };
        const parts = splitGreeting(greeting, metadata).map(({ text }) => text);
        expect(parts.join('')).toBe(fillGreeting(greeting, metadata));
      }),
    );
  });
});
