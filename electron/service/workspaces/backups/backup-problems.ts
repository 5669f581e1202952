import { Problem } from '../../../../shared/contract/problems.ts';

export const damagedDetail =
  'This backup is damaged or incomplete. Copy it again from where you keep it, or choose another one.';

export function createInvalidProblem(detail: string, cause?: unknown): Problem {
  return new Problem('backup_invalid', `${detail} Nothing was changed.`, { cause });
}

export function createNotFoundProblem(): Problem {
  return new Problem('backup_not_found', 'This backup was moved or deleted. Refresh the list of backups.');
}
