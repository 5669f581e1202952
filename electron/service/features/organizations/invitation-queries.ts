// Public: other features may import this file.
import type { Role } from '../../../../shared/contract/roles.ts';
import type { Database } from '../../platform/db/database.ts';

type NewInvitation = {
  /** The hash of its secret. */
  readonly sha256: string;
  readonly user_id: string;
  readonly created_at: number;
  readonly expires_at: number;
};

/** An invitation with the invited person, who may have been removed since. */
export type Invitation = NewInvitation & {
  /** Null while it can be accepted. */
  readonly outcome: 'accepted' | 'withdrawn' | null;
  readonly org_id: string;
  readonly email: string;
  /** Only members with a known role are invited. */
  readonly role: Role;
  readonly removed_at: number | null;
};

export function insertInvitation(db: Database, { sha256, user_id, created_at, expires_at }: NewInvitation): void {
  db.run(
    'INSERT INTO invitation (sha256, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)',
    sha256,
    user_id,
    created_at,
    expires_at,
  );
}

export function findInvitation(db: Database, sha256: string): Invitation | undefined {
  return db.get<Invitation>(
    `SELECT invitation.*, org_id, email, role, removed_at FROM invitation JOIN member USING (user_id) WHERE sha256 = ?`,
    sha256,
  );
}

/** Ends the open invitation of a person, if there is one. */
export function endInvitation(db: Database, userId: string, outcome: 'accepted' | 'withdrawn'): void {
  db.run('UPDATE invitation SET outcome = ? WHERE user_id = ? AND outcome IS NULL', outcome, userId);
}

/** Removes all invitations, for a copy of the workspace: an invitation must not be accepted twice. */
export function removeInvitations(db: Database): void {
  db.run('DELETE FROM invitation');
}
