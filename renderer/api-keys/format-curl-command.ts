export type Shell = 'PowerShell' | 'sh';

/** The shell in which somebody on a platform pastes a command. */
export function getShell(platform: string): Shell {
  return platform === 'win32' ? 'PowerShell' : 'sh';
}

/**
 * A command that asks an address with the key in the variable KEY, and posts a body where it has one. PowerShell passes
 * on what follows `--%` as it stands, with variables in percent signs filled in; each of its versions changes quotes in
 * its own way otherwise, and `curl` alone is another command in some.
 */
export function formatCurlCommand(shell: Shell, address: string, body?: object): string {
  const json = body && JSON.stringify(body);
  const type = json === undefined ? '' : ' -H "Content-Type: application/json"';
  if (shell === 'PowerShell') {
    const data = json === undefined ? '' : ` -d "${json.replaceAll(/(\\*)"/g, String.raw`$1$1\"`)}"`;
    return `curl.exe --% -H "Authorization: Bearer %KEY%"${type}${data} ${address}`;
  }
  const data = json === undefined ? '' : ` -d '${json.replaceAll("'", String.raw`'\''`)}'`;
  return `curl -H "Authorization: Bearer $KEY"${type}${data} ${address}`;
}
