import { expect, test } from 'vitest';
import { fillGreeting, listPlaceholders } from '../../../../shared/greeting.ts';
import { suggestGreeting } from '../../../../renderer/agents/console/suggest-greeting.ts';

test('a new agent introduces itself by its name, to whoever is called', () => {
  const greeting = suggestGreeting('Collections');
  expect(listPlaceholders(greeting)).toEqual(['first_name']);
  expect(fillGreeting(greeting, { first_name: 'Mei' })).toBe(
    'Hi Mei, this is Collections, an automated assistant. Do you have a moment?',
  );
  expect(fillGreeting(greeting, {})).toMatch(/^Hi, this is Collections/);
});

test('what a name holds is never read as a placeholder', () => {
  const greeting = suggestGreeting(' A {plan} [b {c}]\n ');
  expect(listPlaceholders(greeting)).toEqual(['first_name']);
  expect(greeting).toContain('this is A plan b c, an automated');
});

test('without a name it is an automated assistant', () => {
  expect(suggestGreeting('  ')).toBe('Hi {first_name}, this is an automated assistant. Do you have a moment?');
});
