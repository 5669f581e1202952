import { expect, test } from 'vitest';
import { parseBaseUrl } from '../../renderer/features/connection/connection-draft.ts';
import { completeBaseUrl } from '../../shared/workspaces/base-url.ts';

test.each([
  ['localhost:11434', 'http://localhost:11434'],
  ['localhost/v1', 'http://localhost/v1'],
  ['127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
  ['[::1]:8080', 'http://[::1]:8080'],
  [' api.example.com/v1 ', 'https://api.example.com/v1'],
  ['192.168.1.20:8000', 'https://192.168.1.20:8000'],
  ['gpu-server:8000/v1', 'https://gpu-server:8000/v1'],
  ['bücher.example', 'https://bücher.example'],
  ['HTTP://localhost:1', 'HTTP://localhost:1'],
  ['https://api.example.com', 'https://api.example.com'],
  ['ftp://files.example.com', 'ftp://files.example.com'],
  ['mailto:admin@example.com', 'mailto:admin@example.com'],
  ['C:\\models', 'C:\\models'],
  ['htt', 'htt'],
  ['', ''],
])('an address without a protocol is completed: %s', (entered, completed) => {
  expect(completeBaseUrl(entered)).toBe(completed);
});

test('an incomplete address has no host yet', () => {
  expect(parseBaseUrl('http')).toBeNull();
  expect(parseBaseUrl('mailto:admin@example.com')).toBeNull();
  expect(parseBaseUrl('localhost:8089')?.host).toBe('localhost:8089');
});
