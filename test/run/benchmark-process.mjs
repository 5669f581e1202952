// One benchmark, alone in its process; its rows go back over the channel.
import { pathToFileURL } from 'node:url';

const { bench } = await import(pathToFileURL(process.argv[2]).href);
const rows = await bench();
process.send(rows, () => process.exit(0));
