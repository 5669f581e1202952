export { formatOutboxTitle, needsDecision, outboxStateDisplays } from './describe-outbox-item.ts';
export { OutboxEditorContext } from './outbox-editor-context.ts';
export { OutboxList } from './outbox-list.tsx';
export { PendingChange } from './pending-change.tsx';
export { outboxQuery, refetchSync, refreshSync, useIsFirstFetch, useSyncStatus } from './sync-query.ts';
export { WaitingLabel } from './waiting-label.tsx';
export { useOutboxActions } from './use-outbox-actions.tsx';
