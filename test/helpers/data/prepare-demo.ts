import { prepareDemoFolder } from './demo-folder.ts';

/** Creates the demo that the end-to-end tests copy. Runs once, before all of them. */
export default function prepareDemo(): void {
  prepareDemoFolder();
}
