import { join } from 'node:path'
import { type ComHost, startComHost } from './com-host.ts'
import type { Bits } from './com-hosts.ts'

/** Returns a function starting the COM host for a bitness from the folder with both programs. */
export function createHostStarter(folder: string): (bits: Bits) => ComHost {
  return (bits) => startComHost({ executable: join(folder, `qbhost${bits}.exe`) })
}
