import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { resolveProjectPath, printLine } from '../../electron/setup/project.mjs';
import { findChromium } from './find-chromium.mjs';

/** Runs each benchmark in a process of its own and prints one table. True when every target was met. */
export async function runBenchmarks() {
  const files = readdirSync(resolveProjectPath('test/bench')).filter(isBenchmark).toSorted();
  const rows = [];
  process.env.CHROMIUM_PATH = await findChromium();
  for (const file of files) {
    printLine(`Measuring ${file} …`);
    rows.push(...(await runBenchmark(file)));
  }
  printTable([
    ['What', 'Measured', 'To reach', ''],
    ...rows.map((row) => [row.name, row.measured, row.target, row.ok ? 'ok' : 'MISS']),
  ]);
  return rows.length > 0 && rows.every((row) => row.ok);
}

/** The others there are what benchmarks share. @param {string} name */
function isBenchmark(name) {
  return (
    name.endsWith('.ts') &&
    /^export async function bench\(/m.test(readFileSync(resolveProjectPath('test/bench', name), 'utf8'))
  );
}

/** @param {string} file @returns {Promise<import('../bench/bench-row.ts').BenchRow[]>} */
function runBenchmark(file) {
  const runner = fileURLToPath(new URL('benchmark-process.mjs', import.meta.url));
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--expose-gc', '--disable-warning=ExperimentalWarning', runner, resolveProjectPath('test/bench', file)],
      {
        stdio: ['ignore', 2, 2, 'ipc'],
      },
    );
    let rows;
    child.on('message', (message) => (rows = message));
    child.on('close', (code) =>
      resolve(rows ?? [{ name: file, measured: `crashed (${code})`, target: 'to finish', ok: false }]),
    );
  });
}

/** @param {readonly (readonly string[])[]} table */
function printTable(table) {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table) {
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
}
