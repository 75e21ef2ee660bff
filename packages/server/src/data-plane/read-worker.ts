import { serveTasks } from '../workers/serve-tasks.ts'
import {
  getMovedBuffers,
  type ReadExchange,
  type ReadJob,
  type ReadReply,
  type ReadResult,
  runReadJob,
} from './read-job.ts'

serveTasks<ReadJob, ReadExchange, ReadReply, ReadResult>(runReadJob, getMovedBuffers)
