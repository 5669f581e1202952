export type Shell = 'PowerShell' | 'sh';

/** Returns the usual shell of a platform. */
export function getShell(platform: string): Shell {
  return platform === 'win32' ? 'PowerShell' : 'sh';
}

/**
 * Formats a curl command that authenticates with the variable KEY and posts the body, if there is one. In PowerShell, `--%`
 * passes the rest unchanged except for variables in percent signs: without it, quoting differs between versions. `curl.exe`
 * is explicit because `curl` is an alias for another command in some versions.
 */
export function formatCurlCommand(shell: Shell, url: string, body?: object): string {
  const json = body && JSON.stringify(body);
  const type = json === undefined ? '' : ' -H "Content-Type: application/json"';
  if (shell === 'PowerShell') {
    const data = json === undefined ? '' : ` -d "${json.replaceAll(/(\\*)"/g, String.raw`$1$1\"`)}"`;
    return `curl.exe --% -H "Authorization: Bearer %KEY%"${type}${data} ${url}`;
  }
  const data = json === undefined ? '' : ` -d '${json.replaceAll("'", String.raw`'\''`)}'`;
  return `curl -H "Authorization: Bearer $KEY"${type}${data} ${url}`;
}
