import { describe, expect, test } from 'vitest';
import { fillGreeting, listPlaceholders } from '../../../shared/agents/greeting.ts';
import type { CallMetadata } from '../../../shared/calls/call-metadata.ts';
import { startProcessorTimer } from '../../helpers/processes/start-processor-timer.ts';

test('lists placeholders in order without duplicates', () => {
  expect(listPlaceholders('Hi {first_name}, about {plan}: {first_name}! { date } {} {a b} {__proto__}')).toEqual([
    'first_name',
    'plan',
    'date',
    '__proto__',
  ]);
});

describe('a greeting', () => {
  test.each<[string, CallMetadata, string]>([
    ['Hi {first_name}, this is Ava.', { first_name: 'Wilhelmina' }, 'Hi Wilhelmina, this is Ava.'],
    ['Your {count} visits, {paid}.', { count: 3, paid: true }, 'Your 3 visits, yes.'],
    ['e.g. this… really?! {x}', { x: 'Yes' }, 'e.g. this… really?! Yes'],
    ['Hi { first_name }!', { first_name: 'Bo' }, 'Hi Bo!'],
    ['Costs $& and {x}', { x: '$1 $& $$' }, 'Costs $& and $1 $& $$'],
  ])('inserts values: %j', (greeting, metadata, spoken) => {
    expect(fillGreeting(greeting, metadata)).toBe(spoken);
  });

  test.each([
    ['Hi {first_name}, this is Ava.', 'Hi, this is Ava.'],
    ['{first_name}, hello!', 'Hello!'],
    ['Good day {title} {last_name}. Is this a good moment?', 'Good day. Is this a good moment?'],
    ['This is about your appointment on {date}.', 'This is about your appointment.'],
    ['This is about your appointment on {date} at {time}.', 'This is about your appointment.'],
    ['I am calling about your {plan} plan.', 'I am calling about your plan.'],
    ['I am calling.[ It is about your {plan} plan.] Is that fine?', 'I am calling. Is that fine?'],
    ['Your visit[ on {date}][ between {from} and {to}] stands.', 'Your visit stands.'],
    ['Hello ({first_name}), hello.', 'Hello, hello.'],
    ["Is this {first_name}'s phone?", 'Is this your phone?'],
    ['Between {from} and {to}, we call again.', 'We call again.'],
    ['{a}{b}{c}', ''],
    ['', ''],
  ])('removes placeholders without values: %s', (greeting, spoken) => {
    expect(fillGreeting(greeting, {})).toBe(spoken);
  });

  test('includes an optional section if all of its values exist', () => {
    const greeting = 'Your visit[ on {date}][ between {from} and {to}] stands.';
    expect(fillGreeting(greeting, { date: 'Monday', from: '8' })).toBe('Your visit on Monday stands.');
    expect(fillGreeting(greeting, { from: '8', to: '10' })).toBe('Your visit between 8 and 10 stands.');
  });

  test('keeps brackets without placeholders', () => {
    expect(fillGreeting('Hello [sic] {name}', { name: 'Bo' })).toBe('Hello [sic] Bo');
  });

  test('uses own string, number and boolean values only', () => {
    expect(
      fillGreeting('Hi {toString}, {constructor}, {__proto__}, {a}, {b}, {c}.', { a: ['x'], b: { c: 'd' }, c: null }),
    ).toBe('Hi.');
    const inherited = Object.create({ name: 'Mallory' }) as CallMetadata; // what a prototype holds is not the caller's
    expect(fillGreeting('Hi {name}.', inherited)).toBe('Hi.');
  });

  test('removes control and invisible characters and braces from values, and does not expand them', () => {
    expect(fillGreeting('Hi {name}, {x}.', { name: 'A\u0000n\u200bn\u202ea\n\tB', x: '{name}' })).toBe(
      'Hi Anna B, name.',
    );
  });

  test('ignores values without letters or digits, and truncates long ones at a word', () => {
    expect(fillGreeting('Hi {name}.', { name: '  \u200b ' })).toBe('Hi.');
    const spoken = fillGreeting('Hi {name}.', { name: 'word '.repeat(200) });
    expect(spoken.length).toBeLessThan(100);
    expect(spoken).toMatch(/word\.$/);
  });

  test('is filled in linear time', () => {
    const readMs = startProcessorTimer();
    for (const hostile of ['{', '[', '{a', '[{a}', ', ', 'on ', '\u0001', ' , {a}'])
      fillGreeting(hostile.repeat(50_000), { a: 'b'.repeat(1_000) });
    expect(readMs()).toBeLessThan(1_000);
  });
});
