import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { getShell, formatCurlCommand } from '../../../../renderer/features/local-api/format-curl-command.ts';

const url = 'http://127.0.0.1:4400/v1/knowledge/search';

it('quotes the body for a POSIX shell', () => {
  const command = formatCurlCommand('sh', url, { query: `What's "$5" worth?` });
  const output = execFileSync('/bin/sh', ['-c', command.replace(/^curl/, String.raw`printf '%s\n'`)], {
    env: { KEY: 'sk-1' },
    encoding: 'utf8',
  });
  expect(output.trimEnd().split('\n')).toEqual([
    '-H',
    'Authorization: Bearer sk-1',
    '-H',
    'Content-Type: application/json',
    '-d',
    `{"query":"What's \\"$5\\" worth?"}`,
    url,
  ]);
});

it('writes double quotes, escaped JSON and curl.exe for PowerShell', () => {
  expect(formatCurlCommand('PowerShell', url, { query: 'A "visit"?' })).toBe(
    String.raw`curl.exe --% -H "Authorization: Bearer %KEY%" -H "Content-Type: application/json" -d "{\"query\":\"A \\\"visit\\\"?\"}" ${url}`,
  );
  expect(formatCurlCommand('PowerShell', url)).toBe(`curl.exe --% -H "Authorization: Bearer %KEY%" ${url}`);
});

it('uses PowerShell on Windows only', () => {
  expect(['win32', 'darwin', 'linux', 'other'].map(getShell)).toEqual(['PowerShell', 'sh', 'sh', 'sh']);
});
