import { timingSafeEqual, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Problem } from '../../../shared/contract/problems.ts';

const minLength = 32;

/** Reads the secret that nodes share. Throws Problem `workspace_unusable` with one sentence for the operator. */
export function readInternalSecret(variables: NodeJS.ProcessEnv): string {
  const { SWITCHBOARD_INTERNAL_SECRET: own, SWITCHBOARD_INTERNAL_SECRET_FILE: path } = variables;
  const secret = own ?? (path === undefined ? '' : readSecretFile(path));
  if (secret.length >= minLength) return secret;
  throw new Problem(
    'workspace_unusable',
    `--internal needs a secret of at least ${minLength} characters in SWITCHBOARD_INTERNAL_SECRET, or in the file that SWITCHBOARD_INTERNAL_SECRET_FILE names.`,
  );
}

function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new Problem('workspace_unusable', `The file ${path} with the internal secret cannot be read.`, { cause });
  }
}

/** Compares in a time that depends on neither the content nor the length of the secret. */
export function isInternalSecret(given: string | string[] | undefined, secret: string): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));
}

const digest = (text: string) => hash('sha256', text, 'buffer');
