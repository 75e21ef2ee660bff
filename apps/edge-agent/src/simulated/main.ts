import { isMainThread } from 'node:worker_threads'

// The agent with --simulate, for trials and tests. Installations have src/main.ts, without the emulator. A thread of the
// same program computes the company file, as QuickBooks is another program: the agent's heartbeats never wait for it.
const [, program = ''] = process.argv
void (isMainThread ? runSimulatedAgent() : import('./serve-company.ts').then(({ serveCompany }) => serveCompany()))

async function runSimulatedAgent(): Promise<void> {
  const [{ runAgent }, { openInThread }] = await Promise.all([import('../run-agent.ts'), import('./open-in-thread.ts')])
  await runAgent((file) => openInThread(program, file))
}
