import { serveTasks } from '../workers/serve-tasks.ts'
import { type ReadExchange, type ReadJob, type ReadReply, type ReadResult, runReadJob } from './read-job.ts'

serveTasks<ReadJob, ReadExchange, ReadReply, ReadResult>(runReadJob)
