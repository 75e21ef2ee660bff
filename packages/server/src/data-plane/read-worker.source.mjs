// Runs the worker from its source. A worker does not get the loader that its process was started with.
import { register } from 'tsx/esm/api'

register()
await import('./read-worker.ts')
