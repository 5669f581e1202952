import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitGreeting } from '../../../../renderer/calls/place-call/split-greeting.ts';
import { fillGreeting } from '../../../../shared/greeting.ts';

const greeting = 'Hi {first_name}, this is Iris from {company}. Is {first_name} the right name[ for seat {seat}]?';
const values = (metadata: Record<string, string | number>) =>
  splitGreeting(greeting, metadata)
    .filter(({ isValue }) => isValue)
    .map(({ text }) => text);

describe('a greeting', () => {
  it('has its values marked, wherever they stand', () => {
    expect(values({ first_name: 'Wilhelmina', company: 'Northwind' })).toEqual([
      'Wilhelmina',
      'Northwind',
      'Wilhelmina',
    ]);
    expect(values({ first_name: 'Iris', seat: 12 })).toEqual(['Iris', 'Iris', '12']);
  });

  it('has nothing marked where nothing is known', () => {
    expect(values({})).toEqual([]);
  });

  it('marks a value that begins a sentence', () => {
    expect(splitGreeting('{first_name}, hi. {plan} it is.', { plan: 'fibre' })).toEqual([
      { text: 'Hi. ', isValue: false },
      { text: 'Fibre', isValue: true },
      { text: ' it is.', isValue: false },
    ]);
  });

  it('reads in parts as it is said as a whole, whatever the values are', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'grapheme' }), fc.integer(), (first_name, company, seat) => {
        const metadata = { first_name, company, seat };
        const parts = splitGreeting(greeting, metadata).map(({ text }) => text);
        expect(parts.join('')).toBe(fillGreeting(greeting, metadata));
      }),
    );
  });
});
