// Prints the heap limits for this process and a thread with 300 MiB, in MiB.
import { getHeapStatistics } from 'node:v8'
import { startThread } from '../src/workers/thread.ts'

const program = `import { parentPort } from 'node:worker_threads'
import { getHeapStatistics } from 'node:v8'
parentPort.postMessage(getHeapStatistics().heap_size_limit / 2 ** 20)`

const thread = startThread({
  program: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
  name: 'measured',
  heapMegabytesMax: 300,
  onReady: () => undefined,
  onMessage: (limit) => {
    process.stdout.write(JSON.stringify({ eventLoop: getHeapStatistics().heap_size_limit / 2 ** 20, thread: limit }))
    thread.kill()
  },
  onEnd: () => undefined,
})
