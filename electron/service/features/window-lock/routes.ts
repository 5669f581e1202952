import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import type { WindowLock } from './window-lock.ts';

export function addWindowLockRoutes(tree: RouteTree, lock: WindowLock): void {
  bindRoute(tree, appRoutes.getWindowLock, () => ({ body: lock.getStatus() }));

  bindRoute(tree, appRoutes.updateWindowLock, async ({ json, setAuditSubject }) => {
    const isSetUp = lock.getStatus().is_set_up;
    const passphrase = json.passphrase === null ? 'turned off' : isSetUp ? 'passphrase changed' : 'set up';
    setAuditSubject({ label: json.passphrase === undefined ? 'idle time' : passphrase });
    return { body: await lock.update(json) };
  });

  bindRoute(tree, appRoutes.lockWindow, ({ setAuditSubject }) => {
    setAuditSubject({ label: 'Lock now' });
    if (!lock.lock()) throw new Problem('lock_not_set_up', 'Set up the lock in Settings first.');
    return { body: lock.getStatus() };
  });

  bindRoute(tree, appRoutes.unlockWindow, async ({ json, setAuditSubject }) => {
    setAuditSubject({ label: 'the passphrase' });
    return { body: await lock.unlockWithPassphrase(json.passphrase) };
  });

  bindRoute(tree, appRoutes.reportInput, () => {
    lock.reportInput();
    return { body: lock.getStatus() };
  });

  bindRoute(tree, appRoutes.keepPage, ({ json: { page_id, state } }) => {
    lock.keepPage(page_id, state);
    return { body: { page_id } };
  });

  bindRoute(tree, appRoutes.getKeptPage, ({ params }) => ({ body: { state: lock.getKeptPage(params.page_id) } }));
}
