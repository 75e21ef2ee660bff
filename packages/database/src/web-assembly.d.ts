// The WebAssembly interface for linking the schema engine; Node's own types omit it.
declare namespace WebAssembly {
  type Exports = Record<string, unknown>
  type Imports = Record<string, object>
  function compile(binary: Uint8Array<ArrayBuffer>): Promise<object>
  function instantiate(module: object, imports: Imports): Promise<{ exports: Exports }>
}
