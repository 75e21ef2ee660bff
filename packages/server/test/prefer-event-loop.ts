// Prefers its process's event loop, and prints the priorities of the event loop and the other threads.
import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { preferEventLoop } from '../src/workers/prefer-event-loop.ts'

preferEventLoop()
const others = readdirSync('/proc/self/task').map(Number)
process.stdout.write(
  JSON.stringify({
    eventLoop: getPriority(process.pid),
    others: others.filter((id) => id !== process.pid).map((id) => getPriority(id)),
  }),
)
