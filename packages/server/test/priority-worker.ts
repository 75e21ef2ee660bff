// Lowers the priority of its thread to each given value, and reports the priority that it has then.
import { getPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../src/workers/thread-priority.ts'

for (const priority of workerData) lowerThreadPriority(priority)
parentPort?.postMessage(getPriority())
