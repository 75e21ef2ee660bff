import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects all this process's garbage. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
