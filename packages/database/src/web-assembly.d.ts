// The part of the WebAssembly interface that linking the schema engine needs; Node's own types omit it.
declare namespace WebAssembly {
  type Exports = Record<string, unknown>
  type Imports = Record<string, object>
  function instantiate(binary: Uint8Array, imports: Imports): Promise<{ instance: { exports: Exports } }>
}
