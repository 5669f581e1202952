import { Problem } from '../../../../shared/contract/problems.ts';
import { explainUnreleased, firstVersion } from './unreleased-version.ts';

/** Creates the problem of a workspace whose database cannot be used. The reason is a sentence. */
export function createUnusableProblem(reason: string, cause?: unknown): Problem {
  return new Problem('workspace_unusable', `${reason} Nothing in it was changed.`, { cause });
}

/** Throws Problem `workspace_unusable` if an unreleased or a newer version of Switchboard wrote a database. */
export function requireKnownVersion(found: number, latest: number): void {
  if (found < firstVersion)
    throw new Problem('workspace_unusable', explainUnreleased('It', 'create another workspace'));
  if (found > latest)
    throw createUnusableProblem(
      `It was last opened by a newer Switchboard: its schema version is ${found}, and this version supports up to ${latest}.`,
    );
}
