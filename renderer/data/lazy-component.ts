import { lazyRouteComponent } from '@tanstack/react-router';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { retryWhenReachable } from './retry-when-reachable.ts';

/** Loads a component when it is rendered first. The browser host can deliver its code only while it is running. */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await retryWhenReachable(load) }));
}

/** Loads the component of a route with its data, before it is rendered. */
export function lazyView<Module extends object, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return lazyRouteComponent(() => retryWhenReachable(load), name);
}
