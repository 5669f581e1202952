import { createStore } from 'zustand/vanilla';
import type { Feature, UnfinishedWork, WorkspacePart } from '../feature.ts';

const store = createStore<{ readonly parts: readonly WorkspacePart[] }>(() => ({ parts: [] }));

/** Registers the features that have data of the open workspace. */
export function setUpWorkspaceParts(features: readonly Feature[]): void {
  store.setState({ parts: features.flatMap(({ workspace }) => workspace ?? []) });
}

/** Lets the features start no more work until `resumeWork` is called. */
export function pauseWork(): void {
  for (const { pause } of store.getState().parts) pause?.();
}

export function resumeWork(): void {
  for (const { resume } of store.getState().parts) resume?.();
}

/** Resolves when the features have saved what the user wrote. */
export async function flushWorkspace(): Promise<void> {
  await Promise.all(store.getState().parts.map(({ flush }) => flush?.()));
}

/** Removes the data of the workspace that the features keep outside the query cache. */
export function discardWorkspace(): void {
  for (const { discard } of store.getState().parts) discard?.();
}

/** Returns the work that ends if another workspace is opened, or null. */
export function findUnfinishedWork(): UnfinishedWork | null {
  for (const { findUnfinishedWork: find } of store.getState().parts) {
    const work = find?.() ?? null;
    if (work !== null) return work;
  }
  return null;
}
