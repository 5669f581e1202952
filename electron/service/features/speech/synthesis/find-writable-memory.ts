const wasmHeaderBytes = 8;
const dataSectionId = 11;
/** The opcode before the constant that is the memory address of a segment. */
const i32ConstOpcode = 0x41;

/**
 * Returns the first address of the memory that a program can write, in bytes: its last data segment, because linkers put
 * read-only data first. Parses the WebAssembly binary format; throws if the data segments are laid out in another way.
 */
export function findWritableMemoryStart(wasm: Uint8Array): number {
  let offset = wasmHeaderBytes;
  const readNumber = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[offset++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (offset < wasm.length) {
    const section = wasm[offset++];
    const length = readNumber();
    if (section !== dataSectionId) {
      offset += length;
      continue;
    }
    let start = 0;
    for (let segments = readNumber(); segments > 0; segments--) {
      const mode = readNumber();
      const opcode = wasm[offset++];
      if (mode !== 0 || opcode !== i32ConstOpcode) break;
      start = readNumber();
      offset += 1; // the end of the constant
      const size = readNumber();
      offset += size;
    }
    if (start > 0) return start;
    break;
  }
  throw new Error('The WebAssembly module contains no data at a fixed address.');
}
