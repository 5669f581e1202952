/// <reference types="vite/client" />
// Runs before each file of component tests: the window's styles and the schema setup of its entry point.
import '../../../renderer/configure-zod.ts';
import '../../../renderer/styles/index.css';

// As in the window, no text is measured before its font is loaded.
await document.fonts.load("1em 'Inter Variable'");
