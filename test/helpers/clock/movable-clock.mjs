// Loaded before a program (`--import`): its clock is ahead of the computer's by the milliseconds in a file, read at each use.
import { readFileSync } from 'node:fs';

const path = process.env['TEST_CLOCK_FILE'];
const readComputerClock = Date.now;

if (path) Date.now = () => readComputerClock() + Number(readFileSync(path, 'utf8'));
