/// <reference types="vite/client" />
// Runs before each file of component tests: the window's styles and the schema setup of its entry point.
import { afterAll, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import '../../../renderer/configure-zod.ts';
import '../../../renderer/styles/index.css';

// As in the window, no text is measured before its font is loaded.
await document.fonts.load("1em 'Inter Variable'");

// Files share a page: what a test has rendered, and what a file has replaced, ends with it.
beforeEach(() => cleanup());
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
