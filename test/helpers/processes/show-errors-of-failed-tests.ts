// The log of a service writes to standard error. Vitest shows what a test writes to the console only if the test fails.
process.stderr.write = (text: string | Uint8Array): true => {
  console.error(String(text).trimEnd());
  return true;
};
