// Runs `serve` of a build with the demo. Its arguments are the module and the data folder.
const [, , serveModule, dataDir] = process.argv;
const { serve } = await import(serveModule);
await serve({ dataDir, port: 0, demo: true });
