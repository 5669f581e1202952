import type { Page } from '@playwright/test';
import { expectNoViolations } from '../browser/expect-no-violations.ts';
import type { VisitOpener } from '../browser/visit-openers.ts';

/** Opens everything in the settings that chooses a search model, a language model and a speech server. */
export async function visitModels(page: Page, visit: VisitOpener): Promise<void> {
  const list = page.getByRole('listbox');
  const searchModel = page.getByRole('dialog', { name: 'Change search model' });
  await visit('changing the search model', {
    from: 'features/knowledge/search-model/search-model-dialog.tsx Dialog',
    opener: page.getByRole('button', { name: 'Change search model…' }),
    element: searchModel,
    whileOpen: async () => {
      await searchModel.getByRole('radio', { name: 'ONNX file' }).press('Space');
      await visit('pooling of a search model', {
        from: 'features/knowledge/search-model/search-model-dialog.tsx Select',
        opener: searchModel.getByRole('combobox', { name: 'Pooling' }),
        element: list,
      });
      await searchModel.getByRole('radio', { name: 'Server' }).press('Space');
      await expectNoViolations(page, 'a search model on a server', searchModel);
    },
  });
  const languageModel = page.getByRole('dialog', { name: 'Change language model' });
  const server = languageModel.getByRole('combobox', { name: 'Server' });
  await visit('changing a server', {
    from: 'features/model-server/model-server-dialog.tsx Dialog',
    opener: page.getByRole('button', { name: 'Change language model…' }),
    element: languageModel,
    whileOpen: async () => {
      await visit('servers', {
        from: 'features/model-server/model-server-dialog.tsx Select',
        opener: server,
        element: list,
      });
      await server.press('Enter');
      await page.getByRole('option', { name: 'Another server' }).press('Enter');
      await languageModel.getByLabel('Base URL').fill('http://192.168.0.9:8000/v1');
      await languageModel.getByLabel('Input price').fill('cheap');
      await languageModel.getByRole('button', { name: 'Check model' }).press('Enter');
      await expectNoViolations(page, 'a language model with errors', languageModel);
    },
  });
  const speechServer = page.getByRole('dialog', { name: 'Change speech server' });
  const speechKind = speechServer.getByRole('combobox', { name: 'Server' });
  await visit('changing a server', {
    from: 'features/model-server/model-server-dialog.tsx Dialog',
    opener: page.getByRole('button', { name: 'Change speech server…' }),
    element: speechServer,
    whileOpen: async () => {
      await visit('servers', {
        from: 'features/model-server/model-server-dialog.tsx Select',
        opener: speechKind,
        element: list,
      });
      await speechKind.press('Enter');
      await page.getByRole('option', { name: 'Another server' }).press('Enter');
      await speechServer.getByLabel('Base URL').fill('http://192.168.0.9:8000/v1');
      await expectNoViolations(page, 'a speech server', speechServer);
    },
  });
}
