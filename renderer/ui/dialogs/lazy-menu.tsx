import { cloneElement, Suspense, type ComponentType, type ReactElement } from 'react';

type LazyMenuProps = {
  readonly menu: ComponentType<{ readonly trigger: ReactElement<Record<string, unknown>> }>;
  readonly trigger: ReactElement<Record<string, unknown>>;
};

/** Shows the button of a menu at once, and enables it when the menu is loaded. */
export function LazyMenu({ menu: OpenableMenu, trigger }: LazyMenuProps) {
  return (
    <Suspense fallback={cloneElement(trigger, { disabled: true })}>
      <OpenableMenu trigger={trigger} />
    </Suspense>
  );
}
