import { expect, it } from 'vitest';
import { formatItemLink, parseAppLink } from '../../../shared/window/app-link.ts';
import type { ViewId } from '../../../shared/window/views.ts';

const moment = { view: 'calls', id: 'call_1', seconds: 42.51 } as const;

it('links to the page in a browser and uses the URL scheme in Electron', () => {
  const page = 'http://127.0.0.1:4100/#/calls/call_1?t=1&q=fees';
  expect(formatItemLink(moment, 'browser', page)).toBe('http://127.0.0.1:4100/#/calls/call_1?t=42.5');
  expect(formatItemLink({ ...moment, seconds: 0 }, 'electron', page)).toBe('switchboard://calls/call_1?t=0');
});

it('links to an item with the address that its view has in a browser', () => {
  const link = (view: ViewId, id: string) => formatItemLink({ view, id, seconds: null }, 'browser', 'http://h/#/x');
  expect(link('knowledge', 'doc_1')).toBe('http://h/#/knowledge?document=doc_1');
  expect(link('agents', 'agt_1')).toBe('http://h/#/agents?agent=agt_1');
  expect(link('agents', 'req_1')).toBe('http://h/#/agents?request=req_1');
  expect(link('calls', 'call_1')).toBe('http://h/#/calls/call_1');
  expect(formatItemLink({ view: 'billing', id: 'inv_1', seconds: null }, 'electron', '')).toBe(
    'switchboard://billing/inv_1',
  );
});

it('parses the links that it formats', () => {
  expect(parseAppLink(formatItemLink(moment, 'electron', ''))).toEqual({ view: 'calls', id: 'call_1', seconds: 42.5 });
  expect(parseAppLink('switchboard://calls/call_1')).toEqual({ view: 'calls', id: 'call_1', seconds: null });
});

it('parses links to views and to what they show', () => {
  expect(parseAppLink('switchboard://billing')).toEqual({ view: 'billing', id: null, seconds: null });
  expect(parseAppLink('SwitchBoard://billing')).toEqual({ view: 'billing', id: null, seconds: null });
  expect(parseAppLink('switchboard://knowledge/doc_1/')).toEqual({ view: 'knowledge', id: 'doc_1', seconds: null });
});

it('rejects all other links', () => {
  for (const address of [
    '',
    'switchboard://',
    'switchboard://unknown',
    'switchboard://Calls',
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
    expect(parseAppLink(address), address).toBeNull();
});
