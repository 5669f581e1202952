type BackgroundWork = {
  readonly inFlightRequests: { readonly isEmpty: boolean };
  readonly knowledge: { readonly isIdle: boolean };
  readonly calls: { readonly countUnfinished: () => number };
  readonly backups: { readonly tasks: { readonly current: object | null } };
};

/** Whether no request, document, call or backup uses a workspace. A worker of a backup can open its database at any time. */
export function isIdle({ inFlightRequests, knowledge, calls, backups }: BackgroundWork): boolean {
  const isBackingUp = backups.tasks.current !== null;
  return inFlightRequests.isEmpty && knowledge.isIdle && calls.countUnfinished() === 0 && !isBackingUp;
}
