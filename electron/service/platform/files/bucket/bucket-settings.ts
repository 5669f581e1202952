import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { BucketError } from './bucket-error.ts';

export type BucketSettings = {
  /** Ends with a slash: the names of objects follow. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
};

type Variables = Readonly<Record<string, string | undefined>>;

/** The usual size of a file of credentials is some hundred bytes. */
const maxCredentialsLength = 100_000;

/** Reads `--bucket` and the variables of AWS's tools. Throws BucketError. */
export function readBucketSettings(bucketUrl: string, env: Variables = process.env): BucketSettings {
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1';
  return { url: parseBucketUrl(bucketUrl), region, ...readCredentials(env) };
}

function parseBucketUrl(text: string): string {
  const url = URL.parse(text);
  const isUsable =
    url && /^https?:$/.test(url.protocol) && /^(\/[A-Za-z0-9._-]+)+\/?$/.test(url.pathname) && !/[?#@]/.test(text);
  if (!isUsable)
    throw new BucketError('refused', '--bucket must be a URL such as https://host/bucket/prefix, without a key.');
  return url.href.replace(/\/?$/, '/');
}

type Credentials = Pick<BucketSettings, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'>;

function readCredentials(env: Variables): Credentials {
  const [accessKeyId, secretAccessKey] = [env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY']];
  if (accessKeyId && secretAccessKey)
    return { accessKeyId, secretAccessKey, sessionToken: env['AWS_SESSION_TOKEN'] || undefined };
  const path = env['AWS_SHARED_CREDENTIALS_FILE'] || join(homedir(), '.aws', 'credentials');
  const values = readProfile(path, env['AWS_PROFILE'] || 'default');
  const [id, secret] = [values?.get('aws_access_key_id'), values?.get('aws_secret_access_key')];
  if (id && secret) return { accessKeyId: id, secretAccessKey: secret, sessionToken: values?.get('aws_session_token') };
  throw new BucketError(
    'refused',
    'The access key of the bucket is missing: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE.',
  );
}

/** Returns the values of a section of a file such as `~/.aws/credentials`; null if the file cannot be read or has no such section. */
function readProfile(path: string, profile: string): ReadonlyMap<string, string> | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').slice(0, maxCredentialsLength);
  } catch {
    return null;
  }
  let values: Map<string, string> | null = null;
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.trim();
    if (section !== undefined) {
      if (values) break;
      if (section === profile) values = new Map();
    }
    const [, key, value] = /^\s*(\w+)\s*=\s*(\S*)\s*$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined && value !== '') values?.set(key, value);
  }
  return values;
}

/** Returns a warning for the operator if requests to the bucket can be read on the network. */
export function warnWithoutTls({ url }: Pick<BucketSettings, 'url'>): string | null {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return null;
  return 'The connection to the bucket is not encrypted: use https in --bucket.';
}
