import { appRoutes } from '../../../shared/contract/contract.ts';
import { app } from '../../data/service-clients.ts';
import { showSession } from '../../data/session/change-role.ts';

/** Chooses the member who uses the window; null for nobody in particular. */
export async function chooseMember(user_id: string | null): Promise<void> {
  await showSession(await app(appRoutes.chooseWindowMember, { json: { user_id } }));
}
