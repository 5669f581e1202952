import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { getShell, formatCurlCommand } from '../../../renderer/api-keys/format-curl-command.ts';

const address = 'http://127.0.0.1:4400/v1/knowledge/search';

it('writes what a POSIX shell reads as it was meant, quotes in the body included', () => {
  const command = formatCurlCommand('sh', address, { query: `What's "$5" worth?` });
  const words = execFileSync('/bin/sh', ['-c', command.replace(/^curl/, String.raw`printf '%s\n'`)], {
    env: { KEY: 'sk-1' },
    encoding: 'utf8',
  });
  expect(words.trimEnd().split('\n')).toEqual([
    '-H',
    'Authorization: Bearer sk-1',
    '-H',
    'Content-Type: application/json',
    '-d',
    `{"query":"What's \\"$5\\" worth?"}`,
    address,
  ]);
});

it('writes double quotes, escaped JSON and no alias for PowerShell', () => {
  expect(formatCurlCommand('PowerShell', address, { query: 'A "visit"?' })).toBe(
    String.raw`curl.exe --% -H "Authorization: Bearer %KEY%" -H "Content-Type: application/json" -d "{\"query\":\"A \\\"visit\\\"?\"}" ${address}`,
  );
  expect(formatCurlCommand('PowerShell', address)).toBe(`curl.exe --% -H "Authorization: Bearer %KEY%" ${address}`);
});

it('takes PowerShell on Windows only', () => {
  expect(['win32', 'darwin', 'linux', 'other'].map(getShell)).toEqual(['PowerShell', 'sh', 'sh', 'sh']);
});
