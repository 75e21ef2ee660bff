// The part of the WebAssembly interface that linking the schema engine takes; Node's own types leave it out.
declare namespace WebAssembly {
  type Exports = Record<string, unknown>
  type Imports = Record<string, object>
  function instantiate(binary: Uint8Array, imports: Imports): Promise<{ instance: { exports: Exports } }>
}
