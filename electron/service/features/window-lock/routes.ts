import { appRoutes, routeTreePaths, v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { fillPath, type Route } from '../../../../shared/contract/route.ts';
import { bindRoute, type RequestGuard, type RouteTrees } from '../../platform/http/route-tree.ts';
import type { WindowLock } from './window-lock.ts';

export function addWindowLockRoutes({ app: tree }: RouteTrees, lock: WindowLock): void {
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

  bindRoute(tree, appRoutes.keepPage, ({ json: { page_id, ...page } }) => {
    lock.keptPages.keep(page_id, page);
    return { body: { page_id } };
  });

  bindRoute(tree, appRoutes.getKeptPage, async ({ params, query }) => {
    const state = await lock.keptPages.find(params.page_id, query.version);
    if (lock.isLocked) throw createLockedProblem(); // since the request arrived
    if (state === undefined) throw new Problem('kept_page_not_found', 'No saved state was found for this page.');
    return { body: { state } };
  });
}

const format = ({ method, path }: Pick<Route, 'method' | 'path'>, tree: keyof typeof routeTreePaths) =>
  `${method.toUpperCase()} ${routeTreePaths[tree]}${path}`;

/** The operations that a locked window can request. */
const unlockRequests: readonly string[] = [appRoutes.getWindowLock, appRoutes.unlockWindow].map((route) =>
  format(route, 'app'),
);

/** The operations that a page can request right after the lock. None returns data. A draft without text is deleted. */
const leavingRequests: readonly string[] = [format(appRoutes.keepPage, 'app'), format(v1Routes.saveItem, 'v1')];
const deleteDraft = format(
  { ...v1Routes.deleteSavedItem, path: fillPath(v1Routes.deleteSavedItem.path, { saved_id: '' }) },
  'v1',
);

/** Refuses the requests of a locked window, before anything else is checked. API keys are not affected. */
export function refuseWhileLocked<Services>(lock: WindowLock, guard: RequestGuard<Services>): RequestGuard<Services> {
  return (request, caller, isPublic) => {
    if (caller === 'window' && lock.isLocked && !isAllowed(request, lock)) throw createLockedProblem();
    return guard(request, caller, isPublic);
  };
}

function createLockedProblem(): Problem {
  return new Problem('locked', 'The window is locked. Unlock it first.');
}

function isAllowed({ method, url }: Request, { isLeaving }: WindowLock): boolean {
  const request = `${method} ${new URL(url).pathname}`;
  if (unlockRequests.includes(request)) return true;
  return isLeaving && (leavingRequests.includes(request) || request.startsWith(deleteDraft));
}
