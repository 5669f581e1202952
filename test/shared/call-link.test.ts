import { expect, it } from 'vitest';
import { formatCallLink, parseCallLink } from '../../shared/call-link.ts';

const moment = { callId: 'call_1', seconds: 42.51 };

it('links to the page in a browser and uses the URL scheme in Electron', () => {
  const page = 'http://127.0.0.1:4100/#/calls/call_1?t=1&q=fees';
  expect(formatCallLink(moment, 'browser', page)).toBe('http://127.0.0.1:4100/#/calls/call_1?t=42.5');
  expect(formatCallLink({ ...moment, seconds: 0 }, 'electron', page)).toBe('switchboard://calls/call_1?t=0');
});

it('parses the links that it formats', () => {
  expect(parseCallLink(formatCallLink(moment, 'electron', ''))).toEqual({ callId: 'call_1', seconds: 42.5 });
  expect(parseCallLink('switchboard://calls/call_1')).toEqual({ callId: 'call_1', seconds: 0 });
});

it('rejects all other links', () => {
  for (const address of [
    '',
    'switchboard://',
    'switchboard://settings',
    'switchboard://calls/',
    'switchboard://calls/../settings',
    'switchboard://calls/call_1/notes',
    'switchboard://calls/call_1?t=-1',
    'switchboard://calls/call_1?t=1e9',
    'switchboard://calls/call_1?t=1&q=x',
    'switchboard://calls/call_1#/settings',
    'switchboard://calls/call_1\n',
    'switchboard://calls/%63all_1',
    `switchboard://calls/${'a'.repeat(129)}`,
    'https://calls/call_1?t=1',
    ' switchboard://calls/call_1',
  ])
    expect(parseCallLink(address), address).toBeNull();
});
