/** Sends the request of a `curl` command with `$KEY` replaced. Supports `-H`, `-d` and a URL. */
export function runCurl(command: string, key: string): Promise<Response> {
  const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, literal, quoted, bare]) => literal ?? (quoted ?? bare ?? '').replaceAll('$KEY', key),
  );
  const [program, ...rest] = words;
  if (program !== 'curl') throw new Error(`Not a curl command: ${command}`);
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
  if (address === undefined) throw new Error(`The command contains no URL: ${command}`);
  return fetch(address, { headers, ...(body !== undefined && { method: 'POST', body }) });
}
