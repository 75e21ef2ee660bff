// A worker for pool tests. A task is a list of steps.
import { serveTasks } from '../src/workers/serve-tasks.ts'

let runs = 0

serveTasks<readonly string[], string, string, string[]>(async (steps, call) => {
  runs += 1
  const replies: string[] = []
  for (const step of steps) {
    if (step === 'spin') for (;;) replies.length = 0
    else if (step === 'fill') for (const all = []; ; ) all.push(new Array(10_000).fill(Math.random()))
    else if (step === 'throw') throw new Error('The task failed.')
    else if (step === 'runs') replies.push(String(runs))
    else replies.push(await call(step))
  }
  return replies
})
