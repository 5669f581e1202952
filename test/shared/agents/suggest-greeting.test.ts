import { expect, test } from 'vitest';
import { fillGreeting, listPlaceholders } from '../../../shared/agents/greeting.ts';
import { suggestGreeting } from '../../../shared/agents/suggest-greeting.ts';

test('introduces the agent by its name and greets the recipient by first name', () => {
  const greeting = suggestGreeting('Collections');
  expect(listPlaceholders(greeting)).toEqual(['first_name']);
  expect(fillGreeting(greeting, { first_name: 'Mei' })).toBe(
    'Hi Mei, this is Collections, an automated assistant. Do you have a moment?',
  );
  expect(fillGreeting(greeting, {})).toMatch(/^Hi, this is Collections/);
});

test('does not parse braces and brackets of a name as placeholders', () => {
  const greeting = suggestGreeting(' A {plan} [b {c}]\n ');
  expect(listPlaceholders(greeting)).toEqual(['first_name']);
  expect(greeting).toContain('this is A plan b c, an automated');
});

test('introduces an agent without a name as an automated assistant', () => {
  expect(suggestGreeting('  ')).toBe('Hi {first_name}, this is an automated assistant. Do you have a moment?');
});
