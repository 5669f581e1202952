import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SidebarLayout } from '../../../../renderer/shell/frame/sidebar.tsx';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

test('the link of the current view is in sight in a low window', async () => {
  const goTo = await renderInWindow(
    <div style={{ height: 160, display: 'flex' }}>
      <SidebarLayout isCollapsed header={null} />
    </div>,
    { path: '/$view' },
  );
  for (const [path, name] of [
    ['/settings', 'Settings'],
    ['/overview', 'Overview'],
  ] as const) {
    goTo(path);
    const link = page.getByRole('link', { name });
    await expect.element(link).toHaveAttribute('aria-current', 'page');
    await expect.element(link).toBeInViewport({ ratio: 1 });
  }
});
