import { Problem } from '../../../../shared/contract/problems.ts';

/** Creates the problem of a workspace whose database cannot be used. The reason is a sentence. */
export function createUnusableProblem(reason: string, cause?: unknown): Problem {
  return new Problem('workspace_unusable', `${reason} Nothing in it was changed.`, { cause });
}

/** Creates the problem of a database whose schema version is not known yet. */
export function createNewerVersionProblem(found: number, latest: number): Problem {
  return createUnusableProblem(
    `It was last opened by a newer Switchboard: its schema version is ${found}, and this version supports up to ${latest}.`,
  );
}
