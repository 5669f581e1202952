import { isIP, BlockList } from 'node:net';

/** A proxy that forwards requests and opens tunnels (RFC 9110, sections 3.7 and 9.3.6). */
export type HttpProxy = {
  readonly host: string;
  readonly port: number;
  /** Whether the connection to the proxy itself uses TLS. */
  readonly isTls: boolean;
  /** The value of Proxy-Authorization; null if the settings contain no user name. */
  readonly authorization: string | null;
};

/** A way to a host. Null is a connection without a proxy; `unusable` says why the proxy of the settings cannot be used. */
export type ProxyChoice = HttpProxy | { readonly unusable: string } | null;

/** Returns the ways to the host of a URL in the order in which they are tried; at least one. Never rejects. */
export type FindProxies = (url: URL) => Promise<readonly ProxyChoice[]>;

/** For a computer without a proxy. */
export const findNoProxy: FindProxies = async () => [null];

/** Returns the proxies for an origin in the form of a PAC script: `PROXY proxy.example:8080; DIRECT`. */
export type AskSystem = (origin: string) => Promise<string>;

type Environment = Readonly<Record<string, string | undefined>>;

/** The server of a PAC script may not answer. */
const systemTimeoutMs = 3_000;

const maxChoices = 3;

/**
 * Creates a function that finds the proxies in the settings of this computer. The settings of the system come first. Without
 * a proxy there, the environment decides, with the variables that curl uses. The system does not reveal passwords, so the
 * user name and the password of the environment are used if it names the same proxy.
 */
export function createProxyFinder(env: Environment, askSystem: AskSystem = async () => ''): FindProxies {
  return async (url) => {
    const own = findInEnvironment(env, url.protocol);
    const choices = parsePacResult(await askInTime(askSystem, url.origin)).slice(0, maxChoices);
    if (choices.some((choice) => choice !== null))
      return choices.map((choice) => (isSameProxy(choice, own) ? own : choice));
    return [own && !isExcludedHost(url, readVariable(env, 'no_proxy').value) ? own : null];
  };
}

/** Writes a host and a port as in a URL. */
export function formatAuthority({ host, port }: Pick<HttpProxy, 'host' | 'port'>): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** An error and no answer in time count as no settings. */
function askInTime(askSystem: AskSystem, origin: string): Promise<string> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, systemTimeoutMs, '');
    void askSystem(origin)
      .catch(() => '')
      .then(resolve)
      .finally(() => clearTimeout(timer));
  });
}

function findInEnvironment(env: Environment, protocol: string): ProxyChoice {
  const variables = [`${protocol.slice(0, -1)}_proxy`, 'all_proxy'].map((name) => readVariable(env, name));
  const set = variables.find(({ value }) => value !== '');
  return set ? parseProxy(set.value, `The variable ${set.name}`) : null;
}

/** Returns a variable in lower case, otherwise the one in upper case. */
function readVariable(env: Environment, lowerCaseName: string): { readonly name: string; readonly value: string } {
  const upperCaseName = lowerCaseName.toUpperCase();
  const name = env[lowerCaseName]?.trim() ? lowerCaseName : upperCaseName;
  return { name, value: env[name]?.trim() ?? '' };
}

/** Returns the choices of the result of a PAC script, without entries of an unknown form. */
function parsePacResult(result: string): readonly ProxyChoice[] {
  return result.split(';').flatMap((entry): readonly ProxyChoice[] => {
    const [type = '', address = ''] = entry.trim().toLowerCase().split(/\s+/);
    if (type === 'direct') return [null];
    const scheme = type === 'proxy' ? 'http' : type;
    return /^(https?|socks[45]?)$/.test(scheme) ? [parseProxy(`${scheme}://${address}`, 'The system')] : [];
  });
}

/** Parses the URL of a proxy, whose scheme may be missing. `source` begins the sentence about one that cannot be used. */
function parseProxy(text: string, source: string): Exclude<ProxyChoice, null> {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (!url || url.hostname === '') return { unusable: `${source} does not contain a valid address of a proxy.` };
  const { protocol, hostname, username, password } = url;
  if (protocol !== 'http:' && protocol !== 'https:')
    return {
      unusable: `${source} names a proxy of the type ${protocol.slice(0, -1)}, which Switchboard does not support.`,
    };
  const credentials = [username, password].map(decodePercent).join(':');
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(url.port || (protocol === 'https:' ? 443 : 80)),
    isTls: protocol === 'https:',
    authorization: username === '' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isSameProxy(one: ProxyChoice, other: ProxyChoice): boolean {
  return isUsable(one) && isUsable(other) && formatAuthority(one) === formatAuthority(other);
}

function isUsable(choice: ProxyChoice): choice is HttpProxy {
  return choice !== null && !('unusable' in choice);
}

/**
 * Returns whether a host is in a list in the form of NO_PROXY: names, each with all its subdomains, IP addresses and networks
 * such as 10.0.0.0/8. A name or an address can have a port. `*` is every host.
 */
function isExcludedHost({ hostname, port, protocol }: URL, list: string): boolean {
  const host = removeBrackets(hostname);
  const usedPort = port || (protocol === 'https:' ? '443' : '80');
  const entries = list.toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => {
    const [, name = entry, entryPort = usedPort] = /^([^:]+|\[.*\]):(\d+)$/.exec(entry) ?? [];
    return entryPort === usedPort && matches(host, removeBrackets(name));
  });
}

function matches(host: string, entry: string): boolean {
  if (entry === '*') return true;
  if (isIP(host) !== 0) return isInNetwork(host, entry);
  const name = entry.replace(/^\*?\./, '');
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

function isInNetwork(address: string, entry: string): boolean {
  const [network = '', prefix] = entry.split('/');
  const bits = isIP(network) === 6 ? 128 : 32;
  const length = Number(prefix ?? bits);
  if (isIP(network) !== isIP(address) || !Number.isInteger(length) || length < 0 || length > bits) return false;
  const family = bits === 128 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(network, length, family);
  return list.check(address, family);
}

function removeBrackets(host: string): string {
  return host.replaceAll(/^\[|\]$/g, '');
}
