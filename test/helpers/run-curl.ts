/** Sends what a `curl` command would, as a shell reads it that has `$KEY`: headers, a body, an address. */
export function runCurl(command: string, key: string): Promise<Response> {
  const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, literal, quoted, bare]) => literal ?? (quoted ?? bare ?? '').replaceAll('$KEY', key),
  );
  const [program, ...rest] = words;
  if (program !== 'curl') throw new Error(`This is no command for curl: ${command}`);
  const headers = new Headers();
  let body: string | undefined;
  let address: string | undefined;
  while (rest.length > 0) {
    const word = rest.shift();
    if (word === '-H') {
      const [name = '', ...value] = (rest.shift() ?? '').split(': ');
      headers.set(name, value.join(': '));
    } else if (word === '-d') body = rest.shift();
    else address = word;
  }
  if (address === undefined) throw new Error(`This names no address: ${command}`);
  return fetch(address, { headers, ...(body !== undefined && { method: 'POST', body }) });
}
